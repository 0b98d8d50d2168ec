"""How the Wheel of Fortune is shown."""

from typing import Final

from bastide.expansions.carcassonne.wheel.view.wheel import WheelView

VIEW: Final = WheelView()
