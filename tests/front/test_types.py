"""The page's scripts, checked by the TypeScript compiler through their JSDoc."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_scripts_pass_the_type_check():
    if shutil.which("tsc") is None:
        pytest.skip("no tsc: install Debian's package node-typescript")
    done = subprocess.run(
        ["tsc", "-p", "tests/front/tsconfig.json"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_scripts_without_a_page_pass_their_own_tests():
    if shutil.which("node") is None:
        pytest.skip("no node: install Debian's package nodejs")
    done = subprocess.run([".ci/test-js"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_raw_colours_are_only_in_the_token_file():
    sheets = list((ROOT / "static" / "css").rglob("*.css"))
    assert len(sheets) > 10
    for sheet in sheets:
        if sheet.name != "tokens.css":
            assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?=[;\s,)])", sheet.read_text()), sheet.name
