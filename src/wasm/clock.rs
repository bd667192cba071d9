//! What a text alone cannot say about its time: the present, and the rules of named zones. The engine knows both.

use js_sys::{Array, Date, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::model::time::{Clock, Fields, Moment, NoClock, from_fields};

/// The clock and the time zones of the JavaScript engine.
pub(super) struct Intl;

impl Clock for Intl {
    fn now(&self) -> Option<Moment> {
        Moment::from_millis(Date::now()).ok()
    }

    fn offset(&self, zone: &str, at: Moment) -> Option<i64> {
        let format = DateTimeFormat::new("en-US", &options(zone)).ok()?;
        let parts = format.format_to_parts(&Date::new(&at.to_iso().into())).ok()?;
        let part = |name: &str| {
            let named = parts.iter().find(|part| property(part, "type").as_deref() == Some(name))?;
            property(&named, "value")
        };
        // Through an integer: reading a float costs 16 kB of tables.
        let number = |name: &str| part(name)?.parse::<u32>().ok().map(f64::from);
        let year = number("year")?;
        // What the zone's clocks show, read as if it were UTC.
        let shown = Fields {
            year: Some(if part("era")?.starts_with('B') { 1.0 - year } else { year }),
            month: number("month"),
            day: number("day"),
            hour: number("hour"),
            minute: number("minute"),
            second: number("second"),
            ..Fields::default()
        };
        let shown = from_fields(&shown, &NoClock).ok()?;
        Some(shown.millis() - at.millis().div_euclid(1000) * 1000)
    }
}

#[wasm_bindgen]
extern "C" {
    /// Declared here because the constructor of js-sys does not catch: a zone that does not exist throws.
    #[wasm_bindgen(js_namespace = Intl)]
    type DateTimeFormat;
    #[wasm_bindgen(catch, constructor, js_namespace = Intl)]
    fn new(locale: &str, options: &Object) -> Result<DateTimeFormat, JsValue>;
    #[wasm_bindgen(catch, method, js_name = formatToParts)]
    fn format_to_parts(this: &DateTimeFormat, date: &Date) -> Result<Array, JsValue>;
}

fn options(zone: &str) -> Object {
    let options = Object::new();
    for (name, value) in [
        ("timeZone", zone),
        ("hourCycle", "h23"),
        ("era", "short"),
        ("year", "numeric"),
        ("month", "numeric"),
        ("day", "numeric"),
        ("hour", "numeric"),
        ("minute", "numeric"),
        ("second", "numeric"),
    ] {
        // Setting a property of a fresh object cannot fail.
        let _ = Reflect::set(&options, &name.into(), &value.into());
    }
    options
}

fn property(object: &JsValue, name: &str) -> Option<String> {
    Reflect::get(object, &name.into()).ok()?.as_string()
}
