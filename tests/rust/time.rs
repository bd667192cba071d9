//! Walks `tests/data/time/cases.json`, where `tests/time/run.mjs` has written what Luxon says, and holds the reader to it.

use rethought::model::time::{Clock, Fields, Moment, NoClock, TimeError, from_fields, read};
use serde_json::Value;

#[test]
fn every_text_is_the_moment_that_luxon_says() {
    let cases = cases();
    let clock = Wall(&cases);
    for case in list(&cases, "texts") {
        let text = text(case);
        let deviation = list(&cases, "deviations").iter().find(|deviation| deviation["text"] == case["text"]);
        agree(read(text, &clock), deviation.unwrap_or(case), text);
    }
}

#[test]
fn all_fields_are_the_moment_that_luxon_says() {
    let cases = cases();
    for case in list(&cases, "fields") {
        let fields = fields(&case["fields"]);
        agree(from_fields(&fields, &Wall(&cases)), case, &format!("{fields:?}"));
    }
}

#[test]
fn every_number_is_the_moment_that_luxon_says() {
    let cases = cases();
    for case in list(&cases, "numbers") {
        let number = case["number"].as_f64().unwrap();
        agree(Moment::from_millis(number), case, &format!("{number}"));
    }
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(Moment::from_millis(number).is_err());
        assert!(from_fields(&Fields { year: Some(2026.0), weekday: Some(number), ..Fields::default() }, &NoClock).is_err());
    }
}

#[test]
fn what_is_written_reads_back() {
    let cases = cases();
    let moments = ["texts", "fields", "numbers"].iter().flat_map(|kind| list(&cases, kind)).filter_map(|case| case["millis"].as_f64());
    let steps = (-2_000..=2_000).map(|step| f64::from(step) * 4_319_999_999_987.0);
    for millis in moments.chain(steps) {
        let moment = Moment::from_millis(millis).unwrap();
        assert_eq!(read(&moment.to_iso(), &NoClock), Ok(moment));
    }
}

#[test]
fn no_part_and_no_damage_of_a_text_makes_the_reader_panic() {
    let cases = cases();
    let clock = Wall(&cases);
    for case in list(&cases, "texts") {
        let text = text(case);
        for (at, character) in text.char_indices() {
            let (before, after) = text.split_at(at);
            let damaged = format!("{before}\u{e9}{}", after.split_at(character.len_utf8()).1);
            for part in [before, after, &damaged] {
                if let Err(error) = read(part, &clock) {
                    assert!(part.is_char_boundary(error.offset), "{part:?} {error}");
                }
            }
        }
    }
}

#[test]
fn a_text_is_refused_for_want_of_a_clock_just_when_another_clock_would_change_it() {
    struct Other;
    impl Clock for Other {
        fn now(&self) -> Option<Moment> {
            Moment::from_millis(1e12).ok()
        }
        fn offset(&self, _: &str, _: Moment) -> Option<i64> {
            Some(7)
        }
    }
    let cases = cases();
    for case in list(&cases, "texts") {
        let text = text(case);
        if let Ok(moment) = read(text, &Wall(&cases)) {
            let alone = read(text, &NoClock).ok();
            let unmoved = read(text, &Other).ok().filter(|other| *other == moment);
            assert_eq!(alone, unmoved, "{text:?}");
        }
    }
}

#[test]
fn an_error_says_where_and_why() {
    let expected = [
        ("", 0, "a digit is expected"),
        ("2026-13-01", 5, "the month is not a whole number from 1 to 12"),
        ("2026-11-31", 8, "the month has no such day"),
        ("2026-366", 5, "the year has no such day"),
        ("2025-W53", 6, "the year has no such week"),
        ("2026-11-15T02:08:60", 17, "the second is not a whole number from 0 to 59"),
        ("2026-11-15T02:08:33x", 19, "something follows the time"),
        ("2026-11-15T02:08[Mars]", 17, "the clock does not have this zone"),
        ("Mon, 15 Nov 2026 02:08 GMT", 0, "the date falls on another day of the week"),
        ("Sun, 15 Nov 2026 02:08 UT", 23, "a zone or an offset is expected"),
        ("09:24", 0, "a time without a date needs a clock with the present time"),
    ];
    for (text, offset, reason) in expected {
        assert_eq!(read(text, &NoClock), Err(TimeError { reason, offset }), "{text:?}");
    }
}

#[test]
fn a_wild_clock_does_no_harm() {
    struct Wild(i64);
    impl Clock for Wild {
        fn now(&self) -> Option<Moment> {
            Moment::from_millis(8.64e15).ok()
        }
        fn offset(&self, _: &str, at: Moment) -> Option<i64> {
            Some(self.0.wrapping_mul(at.millis()))
        }
    }
    for factor in [1, -1, i64::MAX, i64::MIN] {
        for text in ["09:24[Mars/Olympus]", "2026-11-15 02:08 Mars", "+275760-09-13T00:00[Mars]", "0000-W00"] {
            let _ = read(text, &Wild(factor));
        }
        let _ = from_fields(&Fields { weekday: Some(7.0), ..Fields::default() }, &Wild(factor));
    }
}

#[test]
fn a_long_text_takes_no_longer_than_its_length() {
    let (nines, parens, spaces) = ("9".repeat(1 << 20), "(".repeat(1 << 20), " ".repeat(1 << 20));
    let comments = "(c)".repeat(1 << 18);
    assert!(read(&nines, &NoClock).is_err());
    assert!(read(&parens, &NoClock).is_err());
    assert!(read(&format!("{spaces}15{comments}Nov{spaces}2026{comments}02:08{spaces}GMT{comments}"), &NoClock).is_ok());
}

/// The clock of the cases: it stands still, and has the offsets that are written there.
struct Wall<'c>(&'c Value);

impl Clock for Wall<'_> {
    fn now(&self) -> Option<Moment> {
        read(self.0["now"].as_str()?, &NoClock).ok()
    }

    fn offset(&self, zone: &str, at: Moment) -> Option<i64> {
        let zone = list(self.0, "zones").iter().find(|known| known["name"].as_str().unwrap().eq_ignore_ascii_case(zone))?;
        let offsets = list(zone, "offsets");
        let known = offsets.iter().rev().find(|change| change[0].as_i64().unwrap() <= at.millis());
        known.unwrap_or(&offsets[0])[1].as_i64()
    }
}

fn agree(actual: Result<Moment, TimeError>, case: &Value, input: &str) {
    let expected = (case["millis"].as_i64(), case["iso"].as_str());
    let iso = actual.map(Moment::to_iso).ok();
    assert_eq!((actual.map(Moment::millis).ok(), iso.as_deref()), expected, "{input:?} {actual:?}");
}

fn fields(object: &Value) -> Fields {
    let field = |name| object.get(name).and_then(Value::as_f64);
    Fields {
        year: field("year"),
        month: field("month"),
        day: field("day"),
        ordinal: field("ordinal"),
        week_year: field("weekYear"),
        week_number: field("weekNumber"),
        weekday: field("weekday"),
        hour: field("hour"),
        minute: field("minute"),
        second: field("second"),
        millisecond: field("millisecond"),
    }
}

fn cases() -> Value {
    serde_json::from_str(include_str!("../data/time/cases.json")).unwrap()
}

fn list<'c>(cases: &'c Value, name: &str) -> &'c [Value] {
    cases[name].as_array().unwrap()
}

fn text(case: &Value) -> &str {
    case["text"].as_str().unwrap()
}
