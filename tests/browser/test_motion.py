"""With motion, as most readers have it: one whole journey for each page with a board that is stepped through."""

from playwright.sync_api import expect

from tests.harness.people import play_turns

MOVING = {"reduced_motion": "no-preference"}


def come(visitors, name):
    """A person whose browser animates."""
    return visitors.person(name, **MOVING)


def step(player, *keys):
    for key in keys:
        player.page.keyboard.press(f"Arrow{key}")


def test_players_and_onlookers_step_through_a_running_game_and_the_game_goes_on(visitors):
    white, black, onlooker = (come(visitors, name) for name in ("white", "black", "onlooker"))
    link = white.open("Checkered")
    black.join(link)
    onlooker.visit(link)
    for number, (player, move) in enumerate(((white, "e2e4"), (black, "e7e5"), (white, "g1f3"), (black, "b8c6")), 1):
        player.play(move)
        for person in (white, black, onlooker):
            person.sees_turn(number)
    for person in (white, black, onlooker):
        step(person, "Left", "Left", "Right")
        expect(person.part("shown")).to_have_text("turn 3 of 4")
        person.holds("f3", "white knight")
        assert len(person.move_list()) == 4
        step(person, "Right")
        expect(person.part("shown")).to_have_text("turn 4 of 4")
        person.holds("c6", "black knight")
        expect(person.part("explain")).not_to_contain_text("taken back")
    white.play("f1c4")
    for person in (white, black, onlooker):
        person.sees_turn(5)
        expect(person.part("shown")).to_have_text("turn 5 of 5")
    step(black, "Left", "Left", "Right", "Right")
    black.play("f8c5")
    white.sees_turn(6)


def test_a_finished_game_of_apocalypse_is_replayed_turn_by_turn(visitors):
    white, black = come(visitors, "white"), come(visitors, "black")
    link = white.open("Apocalypse")
    black.join(link)
    play_turns("e2d3/e5d3", "a1c2/a5b3", "d3d4/d5e4", "d4c5c3/a4b3", white=white, black=black)
    expect(white.part("headline")).to_have_text("You won.")
    onlooker = come(visitors, "onlooker").visit(white.page.url)
    for person in (white, onlooker):
        person.page.locator("[data-step=first]").click()
        expect(person.part("shown")).to_have_text("turn 0 of 4")
        for number in range(1, 5):
            person.page.locator("[data-step=forward]").click()
            expect(person.part("shown")).to_have_text(f"turn {number} of 4")
            expect(person.page.locator("#moves tr.now [data-turn]").first).to_have_attribute("data-turn", f"{number}")
        assert len(person.move_list()) == 8
        expect(person.part("headline")).to_have_text("You won." if person is white else "White wins.")


def test_the_figure_of_a_rules_page_is_stepped_back_and_forward(visitors):
    figure = come(visitors, "reader").go("en/variants/Apocalypse").page.locator("figure#guess")
    title, step = figure.locator(".steps b"), figure.locator(".steps span")
    back, forward = figure.locator(".steps button").all()
    for button, number, name in ((back, 2, "Both moves"), (back, 1, "Before"), (forward, 2, "Both moves")):
        button.click()
        expect(title).to_have_text(name)
        expect(step).to_have_text(f"step {number} of 3")
    forward.click()
    expect(title).to_have_text("Reveal")
    expect(figure.locator("[data-layer=lost] > *")).to_have_count(1)
    expect(figure.locator("[data-layer=moving] > *")).to_have_count(0)
