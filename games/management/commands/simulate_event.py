"""``manage.py simulate_event``: simulate an event with random results, and measure how good its
pairings are."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.pairing.errors import PairingError
from games.pairing.event import Method, RoundPlan, ScoringSettings
from games.pairing.simulation import EventSimulator, correlate_round_robin, simulate_event

ROW_FORMAT = "{:<18} {}"


class Command(BaseCommand):
    help = "Simulate an event and print its repeats, starts, speed and fairness."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=200)
        parser.add_argument("--rounds", type=int, default=15)
        parser.add_argument(
            "--method",
            choices=[method.value for method in Method if method != Method.MANUAL],
            default=Method.AUTOMATIC.value,
        )
        parser.add_argument("--seats", type=int, default=2, help="seats at a table: 2, 3 or 4")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        players, rounds, method = options["players"], options["rounds"], options["method"]
        if players < 3 or rounds < 1:
            raise CommandError("An event needs at least three players and a round.")
        scoring = ScoringSettings(table_size=options["seats"])
        simulator = EventSimulator(players, options["seed"], scoring)
        try:
            report = simulate_event(simulator, [RoundPlan(Method(method))] * rounds)
        except PairingError as error:
            raise CommandError(error.message) from error
        self._write(
            "event", f"{players} players, {rounds} rounds, {method}, {options['seats']} seats"
        )
        self._write("repeats", f"{report.repeats} of {report.meetings} meetings")
        fewest, most = report.starts
        self._write(
            "starts", f"{fewest} to {most}, out of balance by {report.start_excess} at most"
        )
        self._write("byes", str(report.byes))
        self._write(
            "processor time",
            f"{report.mean_seconds:.3f} s a round, {max(report.seconds):.3f} s at most",
        )
        self._write("rank correlation", f"{report.correlation:.3f} with true strength")
        self._write_round_robin(options)

    def _write_round_robin(self, options: dict[str, Any]) -> None:
        """Write what a complete round robin of the same players achieves, and its first rounds."""
        if options["seats"] != 2:
            return
        for title, rounds in (
            ("complete", None),
            (f"of {options['rounds']} rounds", options["rounds"]),
        ):
            simulator = EventSimulator(options["players"], options["seed"])
            figure = correlate_round_robin(simulator, rounds)
            self._write("", f"{figure:.3f} after a round robin, {title}")

    def _write(self, title: str, text: str) -> None:
        self.stdout.write(ROW_FORMAT.format(title, text))
