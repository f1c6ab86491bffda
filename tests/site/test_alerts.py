"""Alert rules query metrics that the site really has, and Prometheus can read them."""

import re
import shutil
import subprocess
from typing import Any

import yaml
from prometheus_client import REGISTRY

import games.common.metrics  # noqa: F401 - registers the site's figures
from tests.test_code_rules import ROOT

ALERTS = ROOT / "scrabble_site" / "deploy" / "alerts.yml"
PROMTOOL = shutil.which("promtool")

SUFFIXES = {
    "counter": ("_total",),
    "gauge": ("",),
    "histogram": ("_bucket", "_count", "_sum"),
}


def read_rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load(ALERTS.read_text())["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def names_of_the_site() -> set[str]:
    return {
        family.name + suffix
        for family in REGISTRY.collect()
        if family.name.startswith("tileroom_")
        for suffix in SUFFIXES[family.type]
    }


def test_every_metric_in_a_rule_is_exported_by_the_site() -> None:
    asked = {name for rule in read_rules() for name in re.findall(r"tileroom_\w+", rule["expr"])}
    assert asked <= names_of_the_site()
    assert len(asked) >= 8, "they are found at all"


def test_labels_in_a_rule_are_those_of_its_metric() -> None:
    of_figures: dict[str, tuple[str, ...]] = {
        name: collector._labelnames  # type: ignore[attr-defined]
        for name, collector in REGISTRY._names_to_collectors.items()
        if name.startswith("tileroom_")
    }
    asked = [
        (name, label)
        for rule in read_rules()
        for name, labels in re.findall(r"(tileroom_\w+)\{([^}]*)\}", rule["expr"])
        for label in re.findall(r"(\w+)\s*(?:=|!)", labels)
    ]
    assert asked
    assert not [(name, label) for name, label in asked if label not in of_figures[name]]


def test_an_alert_rule_explains_the_fault_and_what_to_do() -> None:
    rules = read_rules()
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule.keys() == {"alert", "expr", "for", "labels", "annotations"}, rule["alert"]
        assert re.fullmatch(r"\d+m", rule["for"])
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"].keys() == {"summary", "action"}
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_prometheus_accepts_the_rules() -> None:
    """Only where Prometheus is installed; the other tests run everywhere."""
    if PROMTOOL:
        command = [PROMTOOL, "check", "rules", str(ALERTS)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
