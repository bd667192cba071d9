//! Compaction safety for JavaScript.

use wasm_bindgen::prelude::*;

use super::audit::with;
use super::error::throw;
use crate::audit::{Way, can_rewrite, rewrite};
use crate::codecs::aim;
use crate::json::scan;

/// Whether the entries from one number up to another can be summarised, or else dropped: the view of `audit::rewrite`, as JSON. Options
/// are those of an audit.
#[wasm_bindgen(js_name = canRewrite)]
pub fn rewritten(request: &[u8], target: &[u8], options: &[u8], start: usize, end: usize, summary: bool) -> Result<Vec<u8>, JsValue> {
    let document = scan(request).map_err(throw)?;
    let way = if summary { Way::Summary } else { Way::Drop };
    with(options, |options| {
        let target = aim(scan(target)?.root(), Some(&document))?;
        Ok(rewrite::view::rewrite(&can_rewrite(&document, &target, options, start..end, way)?))
    })
    .map_err(throw)
}
