"""Pictures as arrays of pixels, of which libraries make videos."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

from bastide.view.svg.flat import without_variables


def pixels(document: str) -> npt.NDArray[np.uint8]:
    """A document of SVG as an array: rows of pixels with red, green and blue.

    Words on boards are drawn in fonts of this machine; without fonts they are left out.
    """
    flat = without_variables(document)
    # Looking for fonts takes longer than drawing, and few boards have words.
    drawn = resvg_py.svg_to_bytes(svg_string=flat, skip_system_fonts="<text" not in flat)
    with Image.open(BytesIO(drawn)) as picture:
        return np.array(picture.convert("RGB"))
