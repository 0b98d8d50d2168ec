/** The page of a table of the server: its line is a socket. */

import { begin } from "./at_table.js";
import { Connection } from "./socket.js";

const body = document.body;
const table = body.dataset["table"] ?? location.pathname.split("/")[2] ?? "";
const language = document.documentElement.lang || "en";

begin(new Connection(`/ws/${encodeURIComponent(table)}?lang=${encodeURIComponent(language)}`, Number(body.dataset["version"] ?? 0)));
