"""Whole steps: what they cost, cheapest first, and why some can't be done."""

from typing import Any

from engines.core.engine import Offer
from tests.sparks.table import Seat, Table, post


def told(offers: list[Offer]) -> list[tuple[str, str, str]]:
    """Text, cost and reason of offers."""
    return [(each.text, each.cost, each.no.key if each.no else "") for each in offers]


def test_as_it_fits() -> None:
    """A die that fits costs nothing; one offer is enough."""
    t = Table(Seat("r4", slots="peppercorn - -", cogs=5), Seat())
    assert told(t.offers(0, "r4", "space-1.1")) == [("place 1 1.1", "", "")]


def test_by_pips() -> None:
    """Changing values, whole."""
    t = Table(Seat("r2", slots="peppercorn - -", cogs=2, sparks=0), Seat())
    assert told(t.offers(0, "r2", "space-1.1")) == [
        ("pip 1 +1; pip 1 +1; place 1 1.1", "2 cogs", "")
    ]


def test_colour_and_pips_together() -> None:
    """Both requirements, one price."""
    t = Table(Seat("b5", slots="peppercorn - -", cogs=3, sparks=0), Seat())
    assert told(t.offers(0, "b5", "space-1.1")) == [("pip 1 -1; place 1 1.1 pay", "3 cogs", "")]


def test_too_dear() -> None:
    """The cheapest way, and what is missing."""
    t = Table(Seat("b6", slots="peppercorn - -", cogs=3, sparks=0), Seat())
    (offer,) = t.offers(0, "b6", "space-1.1")
    assert offer.text == "pip 1 -1; pip 1 -1; place 1 1.1 pay"
    assert offer.cost == "4 cogs"
    assert offer.no is not None
    assert offer.no.key == "cogs"
    assert offer.no.values == (("price", 4), ("have", 3))
    assert "4 cogs" in offer.no.text
    assert offer.no.rule


def test_alternatives_cheapest_first() -> None:
    """What is free before cogs, cogs before sparks; three ways at most."""
    t = Table(
        Seat(
            "r2",
            slots="peppercorn - -",
            cogs=2,
            sparks=1,
            hired="octavia ruben silas",
            built="dewey",
        ),
        Seat(),
    )
    ways = told(t.offers(0, "r2", "space-1.1"))
    assert ways == [
        ("use ruben; place 1 1.1 number", "", ""),
        ("use octavia 1; pip 1 -1; place 1 1.1", "1 cog", ""),
        ("box dewey; place 1 1.1 number", "1 spark", ""),
    ]


def test_the_flip_alone() -> None:
    """Octavia at no cost."""
    t = Table(Seat("r3", slots="peppercorn - -", hired="octavia", sparks=0), Seat())
    assert told(t.offers(0, "r3", "space-1.1")) == [("use octavia 1; place 1 1.1", "", "")]


def test_silas_pays_with_another_die() -> None:
    """The lowest die that is enough; else the highest, with cogs for the rest."""
    t = Table(Seat("r1 b6 g3", slots="peppercorn - -", hired="silas", sparks=0), Seat())
    assert told(t.offers(0, "r1", "space-1.1")) == [
        (
            "use silas 3; pip 1 +1 free; pip 1 +1 free; pip 1 +1 free; place 1 1.1",
            "the green 3",
            "",
        ),
    ]
    t = Table(Seat("r1 b2", slots="peppercorn - -", hired="silas", cogs=1, sparks=0), Seat())
    assert told(t.offers(0, "r1", "space-1.1")) == [
        (
            "use silas 2; pip 1 +1 free; pip 1 +1 free; pip 1 +1; place 1 1.1",
            "1 cog and the blue 2",
            "",
        ),
    ]
    t = Table(Seat("r1", slots="peppercorn - -", hired="silas", cogs=1, sparks=0), Seat())
    assert [each.no.key for each in t.offers(0, "r1", "space-1.1") if each.no] == ["cogs"]


def test_effects_at_hand() -> None:
    """Free changes, an ignored value, an ignored colour: used first."""
    t = Table(Seat("b3", slots="peppercorn - -", pips=1, colours=1, numbers=1, cogs=3), Seat())
    ways = told(t.offers(0, "b3", "space-1.1"))
    assert ways[0][1:] == ("", "")
    assert {text for text, *_ in ways[:2]} == {
        "place 1 1.1 colour number",
        "pip 1 +1 free; place 1 1.1 colour",
    }


def test_helpers() -> None:
    """Assistants and power boxes that give such an effect."""
    t = Table(Seat("b4", slots="peppercorn - -", hired="lulu", built="hob"), Seat())
    assert told(t.offers(0, "b4", "space-1.1")) == [
        ("use lulu; place 1 1.1 colour", "", ""),
        ("box hob; place 1 1.1 colour", "1 spark", ""),
    ]
    t = Table(Seat("r3", slots="peppercorn - -", hired="minka", built="madame_whisk"), Seat())
    assert told(t.offers(0, "r3", "space-1.1")) == [
        ("use minka; pip 1 +1 free; place 1 1.1", "", ""),
        ("box board; pip 1 +1 free; place 1 1.1", "1 spark", ""),
        ("box madame_whisk; pip 1 +1 free; place 1 1.1", "1 spark", ""),
    ]
    t = Table(
        Seat("r3", slots="peppercorn - -", hired="minka*", built="madame_whisk+", sparks=0), Seat()
    )
    assert [each.no is None for each in t.offers(0, "r3", "space-1.1")] == [False]


def test_helpers_together() -> None:
    """What is free is used together before anything is paid: Octavia, Minka, and Conrad as her."""
    slots = "peppercorn - -"
    t = Table(Seat("r2", slots=slots, hired="octavia minka", cogs=2, sparks=0), Seat())
    assert told(t.offers(0, "r2", "space-1.1"))[0] == (
        *("use octavia 1; use minka; pip 1 -1 free; place 1 1.1", "", ""),
    )
    t = Table(Seat("r2", slots=slots, hired="minka conrad=minka", cogs=2, sparks=0), Seat())
    assert told(t.offers(0, "r2", "space-1.1")) == [
        ("use minka; use conrad; pip 1 +1 free; pip 1 +1 free; place 1 1.1", "", ""),
        ("use minka; pip 1 +1 free; pip 1 +1; place 1 1.1", "1 cog", ""),
        ("pip 1 +1; pip 1 +1; place 1 1.1", "2 cogs", ""),
    ]
    t = Table(Seat("r1", slots=slots, hired="minka", sparks=1), Seat())
    assert told(t.offers(0, "r1", "space-1.1"))[0] == (
        "use minka; box board; pip 1 +1 free; pip 1 +1 free; pip 1 +1 free; place 1 1.1",
        "1 spark",
        "",
    )
    t = Table(Seat("r6 b1", slots="ember - -", hired="octavia silas", sparks=0), Seat())
    assert told(t.offers(0, "r6", "space-1.1")) == [("use octavia 1; place 1 1.1", "", "")]
    t = Table(Seat("r1 b1", slots=slots, hired="octavia silas", sparks=0), Seat())
    assert told(t.offers(0, "r1", "space-1.1"))[-1] == (
        "use octavia 1; use silas 2; pip 1 -1 free; pip 1 -1; place 1 1.1",
        "1 cog and the blue 1",
        "cogs",
    )


def test_every_offer_does_what_it_says() -> None:
    """Posted as it stands."""
    t = Table(
        Seat(
            "b5 r2 g6",
            slots="peppercorn simmer rake",
            cogs=4,
            sparks=2,
            hired="silas octavia minka lulu conrad=minka",
            built="hob madame_whisk",
            hand="max emma",
            section="y1",
        ),
        Seat("b1"),
    )
    game = t.game()
    possible = [offer for offer in t.offers(0) if offer.no is None]
    assert len(possible) > 40
    for offer in possible:
        before = game.state.players[0]
        after = post(game, 0, offer.text).state.players[0]
        if "place" in offer.text:
            paid = offer.cost.split(" ")
            spent = int(paid[0]) if "cog" in offer.cost else 0
            completed = len(after.built) > len(before.built)
            assert before.cogs - after.cogs == spent or completed


def test_the_section() -> None:
    """Its own space free, another for cogs; a full one with the reason."""
    t = Table(Seat("r4", cogs=2), Seat())
    assert told(t.offers(0, "r4", "space-factory.red")) == [("place 1 factory.red", "", "")]
    assert told(t.offers(0, "r4", "space-factory.blue")) == [
        ("place 1 factory.blue pay", "2 cogs", "")
    ]
    t = Table(Seat("r4", section="b1 y1 g1"), Seat())
    assert told(t.offers(0, "r4", "space-factory.red")) == [
        ("place 1 factory.red", "", "section_full")
    ]
    t = Table(Seat("r4", level=6), Seat())
    assert told(t.offers(0, "r4", "space-factory.red")) == [
        ("place 1 factory.red", "", "top_level")
    ]


def test_wishes_refused() -> None:
    """Assistants, boxes and pips that can't be had now, each with its reason."""
    t = Table(
        Seat("r4", hand="max emma", built="kettleby+", sparks=0, hired="minka* gordon"), Seat()
    )
    no = {each.text: each.no.key for each in t.offers(0) if each.no}
    assert no["recruit max"] == "cogs"
    assert no["box kettleby"] == "box_used"
    assert no["box board"] == "no_sparks"
    assert no["use minka"] == "used_up"
    assert no["pip 1 +1"] == "cogs"
    t = Table(Seat("r4", section="b1", slots="hob(r2,.) - -"), Seat())
    no = {each.text: each.no.key for each in t.offers(0) if each.no}
    assert (no["pip 2 +1"], no["pip 3 -1"]) == ("cogs", "cogs")
    t = Table(Seat("r6"), Seat())
    assert "pip 1 +1" not in {each.text for each in t.offers(0)}


def test_assistants_that_can_do_nothing_now() -> None:
    """Those that are used each say why not; those that work by themselves have nothing to say."""
    t = Table(Seat("r4", hired="frank octavia* max silas fiona"), Seat("b1", hired="frank fergus"))
    no = {each.text: each.no.key for each in t.offers(0) if each.no}
    assert (no["use frank"], no["use octavia"]) == ("die_too_low", "used_up")
    assert not {"use max", "use silas", "use fiona"} & set(no)
    t.act(1, "sell {b1}")
    no = {each.text: each.no.key for each in t.offers(1) if each.no}
    assert (no["use frank"], no["use fergus"]) == ("no_dice", "no_dice")
    t = Table(Seat(hired="silas conrad=silas"), Seat(hired="minka conrad=minka*"))
    assert {each.text: each.no.key for each in t.offers(0) if each.no} == {"use silas": "no_dice"}
    no = {each.text: each.no.key for each in t.offers(1) if each.no}
    assert (no["use conrad"], "use minka" in no) == ("used_up", False)


def test_what_recycling_and_max_refuse() -> None:
    """While a die may be recycled the same things are open, and the same say why not; Max says
    what he lacks."""
    seat: dict[str, Any] = {"slots": "crumpet(r3,.) hob -", "above": {1: "recycle"}}
    t = Table(Seat("b1", hand="max emma", sparks=0, **seat), Seat())
    t.act(0, "place {b1} 1.2")
    no = {each.text: each.no.key for each in t.offers(0) if each.no}
    assert no["box board"] == "no_sparks"
    assert "recruit max" not in no
    t.act(0, "recruit emma")
    no = {each.text: each.no.key for each in t.offers(0) if each.no}
    assert no["recruit max"] == "cogs"
    t = Table(Seat("r1 g1", slots="kettleby(.,y1) - -", hired="max"), Seat())
    t.act(0, "place {r1} 1.1")
    [pay] = [each for each in t.offers(0) if each.text == "pay"]
    assert pay.no is not None
    assert (pay.no.key, pay.no.rule) == ("cogs", "Max")


def test_answers_that_are_not_possible() -> None:
    """What lies at hand when one is asked, and why it can't be chosen: an upgrade one has, a track
    at whose end one stands, a box that Olympia has used."""
    seat: dict[str, Any] = {"cogs": 9, "built": "kettleby sonar", "tracks": (10, 0, 0, 0)}
    seat |= {"upgrades": "discount", "above": {2: "recycle"}, "hand": "iris nils olympia"}
    t = Table(Seat(**seat), Seat(), upgrades=("discount", "sales_boost", "bonus_cog", "recycle"))
    told_so = {
        "recruit iris": {"upgrade discount": "never_two", "upgrade recycle": "never_two"},
        "upgrade sales_boost; recruit nils": {"step red": "track_end"},
        "step blue; step blue; recruit olympia; fire kettleby": {"fire kettleby": "fired"},
    }
    for text, refused in told_so.items():
        t.act(0, text)
        found = t.offers(0)
        assert {each.text: each.no.key for each in found if each.no} == refused
        assert [each.no for each in found] == sorted((each.no for each in found), key=bool)
        assert {each.text for each in found if not each.no} >= set(t.options(0))


def test_prices() -> None:
    """What single actions cost, in words."""
    t = Table(
        Seat(
            "r4",
            hand="max",
            built="kettleby",
            hired="emma",
            cogs=3,
            section="b1",
            upgrades="rearrange",
            slots="semaphore - -",
        ),
        Seat(),
    )
    cost = {each.text: each.cost for each in t.offers(0)}
    assert cost["recruit max"] == "2 cogs"
    assert cost["box kettleby"] == "1 spark"
    assert cost["box kettleby cog"] == "1 cog"
    assert cost["pip 1 +1"] == "1 cog"
    assert cost["move 2 factory.red pay"] == "2 cogs"
    assert cost["move 2 1.1"] == ""
    assert cost["sell 1"] == ""
    assert cost["done"] == ""


def test_labels() -> None:
    """Buttons in words."""
    t = Table(
        Seat(
            "b4 g1",
            hand="max",
            built="kettleby",
            hired="silas octavia",
            cogs=3,
            section="y1",
            upgrades="rearrange",
            slots="hob - -",
            rerolls=1,
            pips=1,
            numbers=1,
            colours=1,
        ),
        Seat(),
    )
    label = {each.text: each.label for each in t.offers(0)}
    assert label["done"] == "I’m done"
    assert label["sell 1"] == "Sell the blue 4 for 1 cog"
    assert label["pip 1 +1"] == "Change the blue 4 by +1"
    assert label["pip 1 -1 free"] == "Change the blue 4 by -1 for free"
    assert label["use silas 1"] == "Use Silas on the blue 4"
    assert label["box kettleby"] == "Use Kettleby’s power box with a spark: 2 cogs"
    assert label["box board"].startswith("Use the board’s power box")
    assert label["recruit max"].startswith("Play Max: ")
    assert label["reroll"] == "Use the reroll of your production tile"
    assert label["move 3 pool"] == "Move the yellow 1 beside the board"
    assert label["move 3 1.1 pay"] == "Move the yellow 1 on Hob (red) (ignores the colour)"
    assert label["place 1 1.1 pay"] == "Place the blue 4 on Hob (red) (ignores the colour)"
    assert label["place 1 factory.blue"] == "Place the blue 4 on the blue factory space"
    assert all(each.label for each in t.offers(0))


def test_all_steps_at_once() -> None:
    """Redirected steps on one track together, unless a bonus or the end comes between."""
    t = Table(Seat(hand="nils", cogs=1, tracks=(0, 1, 2, 9)), Seat())
    t.act(0, "recruit nils")
    texts = [each.text for each in t.offers(0)]
    assert texts == [
        *("step red; step red", "step blue; step blue"),
        *("step red", "step blue", "step yellow", "step green"),
    ]
    t.act(0, "step red")
    assert [each.text for each in t.offers(0)] == [
        f"step {colour}" for colour in ("red", "blue", "yellow", "green")
    ]
    assert t.offers(0)[0].to == "track-red"


def test_whole_rerolls() -> None:
    """All dice, or one."""
    t = Table(Seat("r1 b2", rerolls=1), Seat())
    t.act(0, "reroll")
    assert [each.text for each in t.offers(0)] == [
        *("pick 1; pick 2; roll", "pick 1; roll", "pick 2; roll", "decline"),
    ]
    t.act(0, "pick 1")
    assert [each.text for each in t.offers(0)] == ["pick 2", "roll", "decline"]
    t = Table(Seat("r1", rerolls=1), Seat())
    t.act(0, "reroll")
    assert [each.text for each in t.offers(0)] == ["pick 1; roll", "decline"]


def test_two_of_three_dice_rerolled() -> None:
    """With more dice they are also chosen one by one: any number of them."""
    t = Table(Seat("r1 b2 g3", rerolls=1), Seat())
    t.act(0, "reroll")
    label = {each.text: each.label for each in t.offers(0)}
    assert label["pick 1"] == "Reroll the red 1 and choose more"
    t.act(0, "pick 1")
    label = {each.text: each.label for each in t.offers(0)}
    assert list(label) == ["pick 2", "pick 3", "roll", "decline"]
    assert label["pick 2"] == "Reroll the blue 2 too"


def test_each_option_is_offered_by_itself() -> None:
    """A whole step hides none of the single actions that it begins with: a box, an assistant, a
    change or a step can always be had for something else."""
    t = Table(
        Seat(
            "r2 b6",
            slots="peppercorn crumpet(r3,.) -",
            above={2: "recycle"},
            section="g6",
            hired="octavia silas minka lulu",
            hand="nils",
            cogs=9,
        ),
        Seat(),
    )
    alone = {each.text for each in t.offers(0) if each.no is None}
    assert {"box board", "pip 1 +1", "use octavia 1", "use silas 2", "use minka"} <= alone
    assert set(t.options(0)) <= alone
    t.act(0, "recruit nils")
    assert set(t.options(0)) <= {each.text for each in t.offers(0)}
    t.act(0, "step red; step green; pip {b6} -1; place {b5} 2.2")
    assert t.asked()[0] == "recycle"
    assert set(t.options(0)) <= {each.text for each in t.offers(0)}


def test_emma_pays_for_a_box() -> None:
    """A box for a cog is a way as well, and often the cheapest; not one that holds something."""
    seat: dict[str, Any] = {"slots": "peppercorn - -", "hired": "emma", "sparks": 0}
    t = Table(Seat("b4", built="hob", cogs=2, **seat), Seat())
    assert told(t.offers(0, "b4", "space-1.1")) == [
        ("box hob cog; place 1 1.1 colour", "1 cog", ""),
        ("place 1 1.1 pay", "2 cogs", ""),
    ]
    t = Table(Seat("r2", cogs=1, **seat), Seat())
    assert told(t.offers(0, "r2", "space-1.1")) == [
        ("box board cog; pip 1 +1 free; pip 1 +1 free; place 1 1.1", "1 cog", ""),
    ]
    t = Table(Seat("r2", cogs=1, board_box="cog", **seat), Seat())
    assert told(t.offers(0, "r2", "space-1.1")) == [
        ("pip 1 +1; pip 1 +1; place 1 1.1", "2 cogs", "cogs"),
    ]


def test_a_spark_is_spent_once() -> None:
    """Two boxes want two sparks."""
    for sparks in (1, 2):
        seat = Seat("b3", slots="peppercorn - -", built="hob", cogs=0, sparks=sparks)
        texts = [offer.text for offer in Table(seat, Seat()).offers(0, "b3", "space-1.1")]
        assert any(text.count("box") == 2 for text in texts) == (sparks == 2)


def test_recycling() -> None:
    """The dice of the completed robot, with all that it takes."""
    seat = Seat("b1", slots="crumpet(r3,.) peppercorn -", above={1: "recycle"}, cogs=0, sparks=0)
    t = Table(seat, Seat())
    t.act(0, "place {b1} 1.2")
    assert told(t.offers(0, "r3", "space-2.1")) == [("pip 2 +1; recycle 2 2.1", "1 cog", "")]
    assert told(t.offers(0, "b1", "space-2.2")) == [("recycle 1 2.2 pay", "2 cogs", "cogs")]
    label = {each.text: each.label for each in t.offers(0)}
    assert label["recycle 2 2.2"] == "Recycle the red 3 on Peppercorn (red)"


def test_ways_beyond_the_cheapest_three() -> None:
    """Each legal action is offered, the dearer ones as they are."""
    t = Table(
        Seat(
            "b1",
            slots="crumpet(r3,.) peppercorn -",
            above={1: "recycle"},
            cogs=4,
            pips=3,
            colours=1,
            numbers=1,
            hired="lulu",
        ),
        Seat(),
    )
    t.act(0, "place {b1} 1.2")
    labels = {each.text: each.label for each in t.offers(0)}
    assert labels["recycle 1 2.1 pay number"] == (
        "Recycle the blue 1 on Peppercorn (red 4) (ignores the colour and the value)"
    )


def test_other_phases() -> None:
    """Taking, refilling, storing: each choice with its pieces."""
    t = Table(Seat(), Seat(hired="quincy"), row="r1 b2 y3 g4", phase="take", taking=(0, 1))
    pieces = {each.text: (each.on, each.to) for each in t.offers(0)}
    assert pieces["tile bag left"] == ("tile-bag", "die-1")
    assert pieces["tile bag right"] == ("tile-bag", "die-4")
    assert pieces["tile anywhere 2"] == ("tile-anywhere", "die-2")
    labels = {each.text: each.label for each in t.offers(0)}
    assert labels["tile anywhere 2"] == "Play the anywhere tile: blue 2, yellow 3, green 4"
    assert labels["tile bag right"].endswith("from the right")
    assert t.offers(1) == []
    t = Table(Seat(), Seat(), row="r1 b2 y3", phase="take", taking=(1,), owed=2)
    assert [(each.label, each.to) for each in t.offers(1)] == [
        ("Take red 1, blue 2 from the left", "die-1"),
        ("Take blue 2, yellow 3 from the right", "die-3"),
    ]
    t = Table(Seat(), Seat(hired="quincy"), row="r1 b2 y3", phase="take", taking=(1,), owed=2)
    assert t.offers(1)[1].label == "Take blue 2"
    t = Table(Seat(), Seat(), row="", phase="take", taking=(0, 1))
    assert t.offers(0)[0].to == ""
    t = Table(Seat("r1 b2", slots="clove - -", completed=True), Seat(), robots="hob fogg keel")
    t.finish()
    assert [each.label for each in t.offers(0)] == ["Discard Clove", "Draw new robots"]
    t.act(0, "draw")
    assert t.offers(0)[0].label == "Hob into slot 2"
    assert (t.offers(0)[0].on, t.offers(0)[0].to) == ("robot-hob", "slot-2")
    t.act(0, "fit hob 2; fit fogg 3")
    assert [each.label for each in t.offers(0)] == [
        "Keep the red 1, sell the rest",
        "Keep the blue 2, sell the rest",
        "Sell all dice",
    ]


def test_pending_choices() -> None:
    """Upgrades, boxes, Conrad, Max, a free recruit."""
    t = Table(Seat(hand="iris greta max", cogs=3, sparks=1), Seat())
    t.act(0, "recruit iris")
    labels = {each.text: each.label for each in t.offers(0)}
    assert labels["upgrade discount"] == "Take Discount"
    assert labels["upgrade bonus_point 2"] == "Take Bonus point above slot 2"
    t.act(0, "upgrade rearrange; recruit greta")
    assert [(each.text, each.cost) for each in t.offers(0)] == [
        ("recruit max", ""),
        ("decline", ""),
    ]
    t = Table(Seat(hired="emma max", hand="conrad olympia", built="kettleby", cogs=9), Seat())
    t.act(0, "recruit conrad")
    assert t.offers(0)[0].label.startswith("Copy Emma: ")
    t.act(0, "copy max; recruit olympia")
    assert t.offers(0)[1].label == "Have Kettleby’s power box: 2 cogs"
    t = Table(Seat("r1", slots="kettleby(.,y1) - -", hired="max", cogs=1), Seat())
    t.act(0, "place {r1} 1.1")
    assert [(each.text, each.cost) for each in t.offers(0)] == [("pay", "1 cog"), ("decline", "")]


def test_done_has_one_offer() -> None:
    """Taking it back."""
    t = Table(Seat("r1"), Seat("b1"))
    t.act(0, "done")
    assert [(each.text, each.label) for each in t.offers(0)] == [("not done", "Not done after all")]
