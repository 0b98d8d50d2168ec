"""Settings are read from the environment, under their earlier names too."""

from __future__ import annotations

from dataclasses import fields

import pytest

from bastide.server.common.settings import FORMER, Settings, unknown_variables


def test_a_setting_is_read_from_its_variable() -> None:
    assert Settings.from_environment({"BASTIDE_CONNECTIONS": "7"}).connections == 7
    assert Settings.from_environment({"BASTIDE_CONNECTIONS": "7"}, connections=9).connections == 9
    with pytest.raises(ValueError, match="BASTIDE_CONNECTIONS is 'many', but it must be a whole number like 4000"):
        Settings.from_environment({"BASTIDE_CONNECTIONS": "many"})


@pytest.mark.parametrize("given", ["nan", "inf", "-1", "", "1 000", "8MB"])
@pytest.mark.parametrize("name", ["BASTIDE_LOG_SIZE", "BASTIDE_CHAT_BURST", "BASTIDE_IDLE", "BASTIDE_CHAT_RATE"])
def test_a_number_that_means_nothing_is_refused(name: str, given: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is '{given}', but it must be a (whole )?number "):
        Settings.from_environment({name: given})


def test_a_rate_is_above_zero_and_other_numbers_may_be_zero() -> None:
    with pytest.raises(ValueError, match=r"BASTIDE_CHAT_RATE is '0', but it must be a number above 0, like 1\.0"):
        Settings.from_environment({"BASTIDE_CHAT_RATE": "0"})
    zero = {"BASTIDE_CHAT_BURST": "0", "BASTIDE_METRICS_PORT": "0", "BASTIDE_WAITING_AGE": "0", "BASTIDE_IDLE": "0"}
    assert Settings.from_environment(zero).waiting_age == 0


@pytest.mark.parametrize("given", ["0", "0.5", "1.5"])
def test_some_bot_thinks_and_no_half_of_one(given: str) -> None:
    said = f"BASTIDE_BOT_THREADS is '{given}', but it must be a whole number above 0, like 2"
    with pytest.raises(ValueError, match=said):
        Settings.from_environment({"BASTIDE_BOT_THREADS": given})


def test_a_variable_that_is_not_read_is_named_with_the_nearest() -> None:
    read = dict.fromkeys(["BASTIDE_LANG", "BASTIDE_CONNECTIONS", "BASTIDE_DATA", "PATH", "OTHER_BASTIDE_X"], "x")
    given = {"BASTIDE_BOT_THREAD": "3", "BASTIDE_ORIGIN": "", **read}
    found = {"BASTIDE_BOT_THREAD": "BASTIDE_BOT_THREADS", "BASTIDE_ORIGIN": "BASTIDE_ORIGINS"}
    assert unknown_variables(given) == found
    assert unknown_variables({"BASTIDE_": ""}).keys() == {"BASTIDE_"}


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        ("BASTIDE_DB", "BASTIDE_DATABASE"),
        ("BASTIDE_DB_URL", "BASTIDE_DATABASE"),
        ("BASTIDE_DATABASE_URL", "BASTIDE_DATABASE"),
        ("BASTIDE_DATA_DIR", "BASTIDE_DATA"),
        ("BASTIDE_DATABSE", "BASTIDE_DATABASE"),
        ("BASTIDE_LOGLEVEL", "BASTIDE_LOG_LEVEL"),
        ("BASTIDE_LANGUAGE", "BASTIDE_LANG"),
        ("BASTIDE_CHTA_RATE", "BASTIDE_CHAT_RATE"),
        ("BASTIDE_IDEL", "BASTIDE_IDLE"),
        ("BASTIDE_SIGN_IN", "BASTIDE_SIGN_IN_RATE"),
        ("bastide_port", "BASTIDE_METRICS_PORT"),
        ("bastide_database", "BASTIDE_DATABASE"),
        ("Bastide_Hosts", "BASTIDE_HOSTS"),
    ],
)
def test_the_nearest_variable_is_the_one_that_was_meant(given: str, nearest: str) -> None:
    """Abbreviations, longer names, typing errors and names in lower case."""
    assert unknown_variables({given: "x"}) == {given: nearest}


def test_every_shortened_name_of_a_variable_leads_to_one_that_begins_alike() -> None:
    for field in fields(Settings):
        name = f"BASTIDE_{field.name.upper()}"
        for end in range(len("BASTIDE_D"), len(name)):
            [nearest] = unknown_variables({name[:end].lower(): "x"}).values()
            assert nearest.startswith(name[:end]) or name[:end].startswith(nearest)


@pytest.mark.parametrize("former", FORMER)
def test_a_former_name_of_a_variable_leads_to_the_present_one(former: str) -> None:
    assert Settings.from_environment({former: "5"}) == Settings.from_environment({})
    assert unknown_variables({former: "5"}) == {former: FORMER[former]}
    assert unknown_variables({FORMER[former]: "5"}) == {}
