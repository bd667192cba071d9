//! Conversion for JavaScript.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::audit::with_options;
use super::error::throw;
use super::ledger::with_ledger;
use crate::audit::Options;
use crate::boundary::{read_policy, write_conversion};
use crate::codecs::resolve_target;
use crate::convert::{self, Conversion, SeenEntries};
use crate::error::Error;
use crate::json::scan;
use crate::model::time::Moment;

/// A request of one wire as one of another: its bytes, and the plan and the notes as JSON. `targets` is a JSON array of where it came from and where it goes.
#[wasm_bindgen]
pub fn convert(request: &[u8], targets: &[u8], policy: &[u8], models: &[u8], off: &[u8]) -> Result<Array, JsValue> {
    let conversion = with_options(models, off, |options| converted(request, targets, policy, options));
    Ok(crossing(&conversion.map_err(throw)?))
}

/// The same by what a ledger knows. The ledger keeps what it sees, so the conversation can come home.
#[wasm_bindgen(js_name = ledgerConvert)]
pub fn convert_with_ledger(
    request: &[u8],
    number: usize,
    targets: &[u8],
    policy: &[u8],
    models: &[u8],
    off: &[u8],
    time: f64,
) -> Result<Array, JsValue> {
    with_ledger(number, |auditor| {
        let conversion = with_options(models, off, |options| converted(request, targets, policy, &auditor.options(options)))?;
        let crossing = crossing(&conversion);
        auditor.date(Moment::from_millis(time).ok());
        for SeenEntries { wire, issuer, origin, last } in conversion.seen {
            auditor.keep_origin(&wire, &issuer, origin, last);
        }
        Ok(crossing)
    })
}

fn converted(request: &[u8], targets: &[u8], policy: &[u8], options: &Options<'_>) -> Result<Conversion, Error> {
    let (document, targets, policy) = (scan(request)?, scan(targets)?, scan(policy)?);
    let [from, to] = [0, 1].map(|nth| targets.root().element(nth).unwrap_or(targets.root()));
    let from = resolve_target(from, Some(&document)).map_err(|error| error.in_member("from"))?;
    let to = resolve_target(to, None).map_err(|error| error.in_member("to"))?;
    convert::convert(&document, &from, &to, &read_policy(policy.root())?, options)
}

fn crossing(conversion: &Conversion) -> Array {
    let told = write_conversion(conversion);
    Array::of2(&Uint8Array::from(conversion.request.as_slice()).into(), &Uint8Array::from(told.as_slice()).into())
}
