//! Compaction safety for JavaScript.

use wasm_bindgen::prelude::*;

use super::audit::with_options;
use super::error::throw;
use super::ledger::with_ledger;
use crate::api::write_rewrite;
use crate::audit::{Options, RewriteMethod, can_rewrite};
use crate::error::Error;
use crate::json::scan;
use crate::wires::resolve_target;

/// Answers as JSON whether the entries from one number up to another can be summarised, or else dropped. `models` and
/// `choices` are those of an audit.
#[wasm_bindgen(js_name = canRewrite)]
pub fn rewritten(request: &[u8], target: &[u8], models: &[u8], choices: &[u8], range: &[u32], summary: bool) -> Result<Vec<u8>, JsValue> {
    with_options(models, choices, |options| answer(request, target, options, range, summary)).map_err(throw)
}

/// The same by what a ledger has recorded.
#[wasm_bindgen(js_name = ledgerCanRewrite)]
pub fn rewritten_with_ledger(
    request: &[u8],
    number: usize,
    target: &[u8],
    models: &[u8],
    choices: &[u8],
    range: &[u32],
    summary: bool,
) -> Result<Vec<u8>, JsValue> {
    with_ledger(number, |auditor| {
        with_options(models, choices, |options| answer(request, target, &auditor.options(options), range, summary))
    })
}

fn answer(request: &[u8], target: &[u8], options: &Options<'_>, range: &[u32], summary: bool) -> Result<Vec<u8>, Error> {
    let document = scan(request)?;
    let target = resolve_target(scan(target)?.root(), Some(&document))?;
    let [start, end] = [0, 1].map(|nth| range.get(nth).and_then(|at| usize::try_from(*at).ok()).unwrap_or_default());
    let method = if summary { RewriteMethod::Summary } else { RewriteMethod::Drop };
    Ok(write_rewrite(&can_rewrite(&document, &target, options, start..end, method)?))
}
