//! The `ReasoningConfig` of @cognipeer/agent-sdk for JavaScript.

use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::error::Error;
use crate::formats::cognipeer::{Efforts, ask, resolve};
use crate::json::scan;
use crate::knowledge::profile::profile;
use crate::wires::resolve_target;

/// Resolves a configuration, as JSON. Returns an empty text if it asks for nothing.
#[wasm_bindgen(js_name = resolveReasoning)]
pub fn resolve_reasoning(config: &[u8], fit: bool) -> Result<Vec<u8>, JsValue> {
    let efforts = if fit { Efforts::All } else { Efforts::Sdk };
    scan(config).and_then(|config| resolve(config.root(), efforts)).map(Option::unwrap_or_default).map_err(throw)
}

/// A request that asks for the provider's own reasoning. With rows of models, if that text is not empty, it is fitted to the model.
#[wasm_bindgen(js_name = requestParams)]
pub fn request_params(native: &[u8], target: &[u8], request: &[u8], models: &[u8]) -> Result<Vec<u8>, JsValue> {
    asking(native, target, request, models).map_err(throw)
}

fn asking(native: &[u8], target: &[u8], request: &[u8], models: &[u8]) -> Result<Vec<u8>, Error> {
    let (native, document) = (scan(native)?, scan(request)?);
    let target = resolve_target(scan(target)?.root(), Some(&document))?;
    if models.is_empty() {
        return ask(native.root(), &target.wire, None, request);
    }
    let profile = profile(&target, document.root(), models)?;
    ask(native.root(), &target.wire, Some(scan(&profile)?.root()), request)
}
