//! The clock of the JavaScript engine: the present and the rules of named zones, which no text has in it.

use js_sys::{Array, Date, Object};
use wasm_bindgen::prelude::*;

use super::object::{get, set};
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
        // The time that the zone's clocks show, read as if it were UTC.
        let (mut shown, mut before_christ) = (Fields::default(), false);
        for nth in 0..parts.length() {
            let part = parts.get(nth);
            let (name, value) = (get(&part, "type").as_string()?, get(&part, "value"));
            if name == "era" {
                before_christ = value.as_string()?.starts_with('B');
            }
            if let Some(field) = shown.named(&name) {
                *field = Some(value.unchecked_into_f64());
            }
        }
        if before_christ {
            shown.year = shown.year.map(|year| 1.0 - year);
        }
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
    fn new(locale: &str, options: &JsValue) -> Result<DateTimeFormat, JsValue>;
    #[wasm_bindgen(catch, method, js_name = formatToParts)]
    fn format_to_parts(this: &DateTimeFormat, date: &Date) -> Result<Array, JsValue>;
}

fn options(zone: &str) -> JsValue {
    let options = Object::new().into();
    set(&options, "timeZone", &zone.into());
    for (name, value) in OPTIONS {
        set(&options, name, &value.into());
    }
    options
}

const OPTIONS: [(&str, &str); 8] = [
    ("hourCycle", "h23"),
    ("era", "short"),
    ("year", "numeric"),
    ("month", "numeric"),
    ("day", "numeric"),
    ("hour", "numeric"),
    ("minute", "numeric"),
    ("second", "numeric"),
];
