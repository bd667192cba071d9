//! The `ReasoningConfig` of @cognipeer/agent-sdk for JavaScript.

use js_sys::{Array, Error as JsError};
use wasm_bindgen::prelude::*;

use super::error::throw;
use super::exchange::splices;
use super::object::set;
use crate::audit::profile::profile;
use crate::codecs::aim;
use crate::error::Error;
use crate::interop::smart_state::{Efforts, ask, resolve};
use crate::json::{Changes, Edit, scan};

/// What a configuration means, as JSON; nothing if it asks for nothing. Its errors say what the SDK's say, to the letter.
#[wasm_bindgen(js_name = resolveReasoning)]
pub fn resolve_reasoning(config: &[u8], fit: bool) -> Result<Option<Vec<u8>>, JsValue> {
    let efforts = if fit { Efforts::All } else { Efforts::Sdk };
    scan(config).and_then(|config| resolve(config.root(), efforts)).map_err(|refused| {
        let said: JsValue = JsError::new(refused.reason()).into();
        set(&said, "code", &refused.code().as_str().into());
        set(&said, "pointer", &refused.pointer().into());
        said
    })
}

/// The edits of a request that ask for the provider's own reasoning, as splices. With rows of models it is fitted to the model.
#[wasm_bindgen(js_name = requestParams)]
pub fn request_params(native: &[u8], target: &[u8], request: &[u8], models: Option<Vec<u8>>) -> Result<Array, JsValue> {
    let edits = edits(native, target, request, models.as_deref()).map_err(throw)?;
    splices(request, &edits)
}

fn edits(native: &[u8], target: &[u8], request: &[u8], models: Option<&[u8]>) -> Result<Vec<Edit>, Error> {
    let (native, document) = (scan(native)?, scan(request)?);
    let target = aim(scan(target)?.root(), Some(&document))?;
    let profile = models.map(|rows| profile(&target, document.root(), Some(scan(rows)?.root()))).transpose()?;
    let profile = profile.as_deref().map(scan).transpose()?;
    let mut changes = Changes::new(&document);
    ask(native.root(), &target.wire, profile.as_ref().map(|profile| profile.root()), document.root(), &mut changes)?;
    changes.edits()
}
