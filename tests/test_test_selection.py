"""The tests of a run and their order: the quarantine, the kind of site and random order."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
QUARANTINED = "@pytest.mark.quarantine('the sun gets in')\n"
PLUGINS = ("tests.quarantine", "tests.case_selection", "tests.random_order")


def write_tests(path: Path, count: int, *, quarantined: int = 0) -> None:
    tests = "".join(
        f"{QUARANTINED if number < quarantined else ''}def test_{number}() -> None: pass\n"
        for number in range(count)
    )
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"import pytest\n{tests}")


def run_tests(folder: Path, *options: str) -> tuple[int, str]:
    """Run the tests of a folder. Returns the exit code and the output."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-c", os.devnull]
    command += [part for plugin in PLUGINS for part in ("-p", plugin)]
    env = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    command += ["--import-mode=importlib", "--rootdir", str(folder), *options, str(folder)]
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def list_passed(said: str) -> list[str]:
    return re.findall(r"^(\S+::\S+) PASSED", said, re.MULTILINE)


def test_a_test_in_quarantine_is_left_out_and_listed(tmp_path: Path) -> None:
    write_tests(tmp_path / "test_one.py", 3, quarantined=1)
    code, said = run_tests(tmp_path)
    assert code == 0
    assert list_passed(said) == ["test_one.py::test_1", "test_one.py::test_2"]
    assert "QUARANTINE test_one.py::test_0 - the sun gets in" in said


def test_a_test_in_quarantine_runs_when_asked_for_and_stays_listed(tmp_path: Path) -> None:
    write_tests(tmp_path / "test_one.py", 2, quarantined=1)
    code, said = run_tests(tmp_path, "--quarantined")
    assert code == 0
    assert list_passed(said) == ["test_one.py::test_0", "test_one.py::test_1"]
    assert "QUARANTINE test_one.py::test_0 - the sun gets in" in said


def test_five_tests_may_be_in_quarantine(tmp_path: Path) -> None:
    write_tests(tmp_path / "test_one.py", 6, quarantined=5)
    code, said = run_tests(tmp_path)
    assert (code, list_passed(said)) == (0, ["test_one.py::test_5"])


def test_more_than_five_in_quarantine_end_the_run(tmp_path: Path) -> None:
    write_tests(tmp_path / "test_one.py", 4, quarantined=3)
    write_tests(tmp_path / "test_two.py", 4, quarantined=3)
    code, said = run_tests(tmp_path, "--quarantined")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "6 tests in quarantine" in said


@pytest.mark.parametrize("marker", ["quarantine", "quarantine('')", "quarantine(5)"])
def test_quarantine_needs_a_reason(tmp_path: Path, marker: str) -> None:
    text = f"import pytest\n@pytest.mark.{marker}\ndef test_it() -> None: pass\n"
    (tmp_path / "test_one.py").write_text(text)
    code, said = run_tests(tmp_path)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "test_one.py::test_it: quarantine takes one reason" in said


def test_a_seed_gives_one_random_order(tmp_path: Path) -> None:
    for name in ("a/test_one.py", "a/test_two.py", "b/test_one.py", "b/test_two.py"):
        write_tests(tmp_path / name, 4)
    orders = {
        seed: list_passed(run_tests(tmp_path, *seed)[1])
        for seed in ((), ("--shuffle", "1"), ("--shuffle", "2"))
    }
    usual = orders[()]
    assert len(usual) == 16
    assert len({tuple(order) for order in orders.values()}) == 3
    assert all(sorted(order) == usual for order in orders.values())
    assert list_passed(run_tests(tmp_path, "--shuffle", "2")[1]) == orders["--shuffle", "2"]


def test_a_random_order_keeps_files_and_folders_together(tmp_path: Path) -> None:
    for name in ("a/test_one.py", "a/test_two.py", "b/test_one.py", "b/test_two.py"):
        write_tests(tmp_path / name, 4)
    for seed in "123":
        order = list_passed(run_tests(tmp_path, "--shuffle", seed)[1])
        files = [test.partition("::")[0] for test in order]
        assert files == [file for file in dict.fromkeys(files) for _ in range(4)]
        folders = [file.partition("/")[0] for file in files]
        assert folders == [folder for folder in dict.fromkeys(folders) for _ in range(8)]


KINDS_OF_SITE = """
@pytest.fixture(params=["embedded", "scaled"])
def site(request): return request.param
"""


def write_tests_of_sites(path: Path, count: int) -> None:
    tests = "".join(f"def test_{number}(site): pass\n" for number in range(count))
    always = "@pytest.mark.every_kind\ndef test_always(site): pass\n"
    path.write_text(f"import pytest\n{KINDS_OF_SITE}{always}{tests}")


def test_a_run_takes_each_test_on_one_kind_of_site(tmp_path: Path) -> None:
    write_tests_of_sites(tmp_path / "test_one.py", 12)
    code, said = run_tests(tmp_path)
    passed = list_passed(said)
    assert code == 0
    assert {name for name in passed if "test_always" in name} == {
        "test_one.py::test_always[embedded]",
        "test_one.py::test_always[scaled]",
    }
    chosen = [name for name in passed if "test_always" not in name]
    assert len(chosen) == len({name.partition("[")[0] for name in chosen}) == 12
    assert {name.partition("[")[2] for name in chosen} == {"embedded]", "scaled]"}
    assert run_tests(tmp_path)[1].count("PASSED") == len(passed)


SAMPLED = """
import pytest

@pytest.mark.sampled("one", 3)
@pytest.mark.parametrize("what", ["one", "two", 3])
def test_some(what): pass

@pytest.mark.full
def test_long(): pass
"""


def test_a_run_takes_a_sample_of_the_cases(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(SAMPLED)
    code, said = run_tests(tmp_path)
    assert code == 0
    assert list_passed(said) == ["test_one.py::test_some[one]", "test_one.py::test_some[3]"]
    code, said = run_tests(tmp_path, "--every-case")
    assert code == 0
    assert len(list_passed(said)) == 4


def test_a_sample_names_cases_that_exist(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(SAMPLED.replace('sampled("one", 3)', 'sampled("four")'))
    code, said = run_tests(tmp_path)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "test_one.py::test_some: sampled names none of its cases" in said


@pytest.mark.parametrize("asked", ["--every-case", "test_one.py::test_1"])
def test_both_kinds_of_site_are_run_when_asked_for(tmp_path: Path, asked: str) -> None:
    write_tests_of_sites(tmp_path / "test_one.py", 2)
    code, said = run_tests(tmp_path, asked)
    assert code == 0
    assert {"test_one.py::test_1[embedded]", "test_one.py::test_1[scaled]"} <= {*list_passed(said)}
