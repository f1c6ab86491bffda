"""The bill of materials names exactly what the lock installs."""

import json
import re
import subprocess
import sys
from typing import Any

from tests.test_code_rules import PIN, ROOT, canonical

LOCKED = ROOT / ".ci" / "locked" / "requirements.txt"
SBOM = ROOT / ".ci" / "locked" / "sbom.cdx.json"


def described(components: list[dict[str, Any]]) -> dict[tuple[str, str], set[str]]:
    """Return the hashes of each package, by name and version."""
    return {
        (re.sub(r"[-_.]+", "-", one["name"]).lower(), one["version"]): {
            each["content"] for each in one["externalReferences"][0]["hashes"]
        }
        for one in components
    }


def test_the_sbom_agrees_with_the_lock_file() -> None:
    """After a change of requirements, run ``.ci/lock``, which writes both files."""
    lines = LOCKED.read_text().replace("\\\n", "").splitlines()
    locked = {
        canonical(pin): set(re.findall(r"--hash=sha256:(\w+)", line))
        for line in lines
        if (pin := PIN.match(line))
    }
    sbom = json.loads(SBOM.read_text())
    assert described(sbom["components"]) == locked
    assert len(locked) > 50, "they are found at all"


def test_the_sbom_is_valid_cyclonedx() -> None:
    sbom = json.loads(SBOM.read_text())
    assert (sbom["bomFormat"], sbom["specVersion"], sbom["version"]) == ("CycloneDX", "1.5", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", sbom["serialNumber"])
    assert sbom["metadata"]["component"]["name"] == "tileroom"
    refs = [one["bom-ref"] for one in sbom["components"]]
    assert len(refs) == len(set(refs))
    assert sbom["dependencies"] == [{"ref": "tileroom", "dependsOn": refs}]
    for one in sbom["components"]:
        assert one["purl"] == f"pkg:pypi/{one['name'].lower()}@{one['version']}"
        assert one["type"] == "library"
    with_licence = [one for one in sbom["components"] if one.get("licenses")]
    assert len(with_licence) > 0.9 * len(refs)


def test_the_script_writes_the_committed_sbom() -> None:
    made = subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "sbom")], capture_output=True, text=True, check=True
    )
    assert described(json.loads(made.stdout)["components"]) == described(
        json.loads(SBOM.read_text())["components"]
    )
    assert ".ci/sbom" in (ROOT / ".ci" / "lock").read_text()
