"""The one way in which the play layer says no to a person: a kind, a sentence, the rule or the
field.
"""

from typing import Literal

Kind = Literal["missing", "forbidden", "conflict", "invalid", "gone", "slow_down", "broken"]


class Refused(Exception):
    """A request that can't be carried out. Nothing has changed. `text` is a whole sentence for
    people.
    """

    def __init__(
        self, kind: Kind, text: str, *, field: str = "", rule: str = "", key: str = ""
    ) -> None:
        super().__init__(text)
        self.kind: Kind = kind
        self.text = text
        self.field = field
        self.rule = rule
        self.key = key
