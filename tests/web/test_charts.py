"""Charts: where things come to stand."""

from fractions import Fraction

from digsite.web.charts import (
    Line,
    distribution_chart,
    hundredths,
    scale,
    shares,
    spread,
    step_chart,
    usual_most,
)


def test_places_across_are_hundredths() -> None:
    assert [hundredths(part, 4) for part in (0, 1, 4)] == ["0%", "25%", "100%"]
    assert hundredths(1, 3) == "33.33%"


def test_an_axis_has_round_numbers_and_at_most_five_steps() -> None:
    assert scale(91) == (100, 20)
    assert scale(50) == (50, 10)
    assert scale(15) == (15, 5)
    assert scale(0) == (1, 1)


def test_names_are_moved_apart_and_stay_within_bounds() -> None:
    assert spread([50, 52, 120], 10, 200, gap=20) == [50, 70, 120]
    assert spread([190, 195], 10, 200, gap=20) == [180, 200]


def test_a_line_goes_along_and_then_up_or_down() -> None:
    line = Line(0, "Noor", [(0, 0), (10, 0), (20, 10), (40, 10)], [(20, 10)])
    chart = step_chart([line], 0, 40, [("1901", 0), ("1902", 20)], high=112)
    # 10 points are the top of the axis, 12 pixels down; 112 is its foot
    assert chart.lines[0].path == "M0.0 112H500.0V12H1000.0"
    assert chart.lines[0].marks == [("50%", 12)]
    assert chart.bounds == ["50%"]
    assert chart.periods == [("1901", "25%"), ("1902", "75%")]
    assert chart.lines[0].value == "10"


def test_no_line_hides_another() -> None:
    lines = [Line(seat, str(seat), [(0, 5), (10, 5)]) for seat in (0, 1)]
    first, second = step_chart(lines, 0, 10, [("1901", 0)]).lines
    assert first.path != second.path
    assert abs(first.y - second.y) >= 20


def test_bars_are_as_high_as_they_are_likely() -> None:
    chart = distribution_chart({0: 2, 1: 1, 3: 1}, Fraction(1), "expected 1.0", 3, high=118)
    assert [bar.high for bar in chart.bars] == [100, 50, 0, 50]
    assert [bar.found for bar in chart.bars] == [False, False, False, True]
    assert chart.expected == "37.5%"  # the middle of the second of four bars


def test_charts_on_one_scale() -> None:
    chart = distribution_chart({0: 1, 1: 1}, Fraction(1, 2), "", most=3, likeliest=Fraction(1), high=118)
    assert [bar.high for bar in chart.bars] == [50, 50, 0, 0]


def test_what_is_rare_is_not_shown() -> None:
    assert usual_most({0: 500, 1: 498, 2: 1, 3: 1}) == 1
    assert usual_most({0: 500, 1: 497, 2: 2, 3: 1}) == 2


def test_a_bar_of_two_parts() -> None:
    good, bad = shares(60, 20, 80), shares(80, -20, 80)
    assert (good.solid, good.more, good.below) == ("75%", "25%", False)
    assert (bad.solid, bad.more, bad.below) == ("75%", "25%", True)
