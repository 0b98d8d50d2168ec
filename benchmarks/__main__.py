"""The same as `bastide bench`: options are passed on."""

import sys

from bastide.cli.app import run

sys.exit(run(["bench", *sys.argv[1:]]))
