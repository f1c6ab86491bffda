"""A room's policy on showing racks to spectators."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RackVisibilityView:
    """The policy, and the players' consent that "open" requires."""

    # "hidden", "open" or the number of turns after which racks are shown.
    policy: str = "hidden"
    # Whether spectators see racks now.
    shown: bool = False
    # Policies that the host may choose now.
    choices: tuple[str, ...] = ()
    # Names of the players who have agreed to "open", and of those who have not.
    agreed: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()
    # Whether a holder of the viewer's seat may agree, or withdraw the consent.
    may_agree: bool = False
    may_revoke: bool = False

    @property
    def after(self) -> int:
        """Return after how many turns racks are shown; 0 if they are open or hidden."""
        return int(self.policy) if self.policy.isdecimal() else 0


ALL_RACKS_HIDDEN = RackVisibilityView()
