"""What a room has settled about watchers and racks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RacksView:
    """``policy``: "hidden", "open" or the turns after which racks are shown; ``shown``: watchers
    see some now; ``choices``: what the host may settle instead, now.

    Where all must agree: who of those at the table have ``agreed``, and who not yet; and whether
    there is somebody at the viewer's own seat who ``may_agree`` or ``may_revoke``.
    """

    policy: str = "hidden"
    shown: bool = False
    choices: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    may_agree: bool = False
    may_revoke: bool = False

    @property
    def after(self) -> int:
        """How many turns ago the racks lay so that are shown; 0 where they lie open or hidden."""
        return int(self.policy) if self.policy.isdecimal() else 0


RACKS_HIDDEN = RacksView()
