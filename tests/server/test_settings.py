"""Settings are read from the environment, under their earlier names too."""

from __future__ import annotations

import pytest

from bastide.server.common.settings import EARLIER, Settings


def test_a_setting_is_read_from_its_variable() -> None:
    assert Settings.from_environment({"BASTIDE_CONNECTIONS": "7"}).connections == 7
    assert Settings.from_environment({"BASTIDE_CONNECTIONS": "7"}, connections=9).connections == 9
    with pytest.raises(ValueError, match="BASTIDE_CONNECTIONS is 'many', but it must be a number like 4000"):
        Settings.from_environment({"BASTIDE_CONNECTIONS": "many"})


@pytest.mark.parametrize("field", EARLIER)
def test_an_earlier_name_of_a_variable_is_read_unless_the_new_one_is_set(field: str) -> None:
    earlier, name = EARLIER[field], f"BASTIDE_{field.upper()}"
    assert getattr(Settings.from_environment({earlier: "5"}), field) == 5
    assert getattr(Settings.from_environment({earlier: "5", name: "6"}), field) == 6
    with pytest.raises(ValueError, match=f"{earlier} is 'x'"):
        Settings.from_environment({earlier: "x"})
