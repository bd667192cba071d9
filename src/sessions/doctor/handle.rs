//! The state of a handle in the request that an agent will send.
//!
//! This is the only place that decides it. Anthropic, OpenAI and Google write handles of a known form, so a handle that does not have it is refused for
//! certain. A gateway may write its own form, and a provider that is not known by its host decides nothing.

use crate::audit::Facts;
use crate::conversation::handle_form::{Fit, Form, excludes, fit};
use crate::conversation::mask::is_mask;
use crate::conversation::placeholder::carries_placeholder;
use crate::json::{Text, Value, base64};
use crate::knowledge::handle_forms::form_at;
use crate::model::{Part, PartKind, Thinking};

/// The state of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleState {
    /// It has the form that its provider writes.
    Genuine,
    /// It cannot be judged.
    Unknown,
    /// Another vendor wrote it.
    Foreign,
    /// It is cut, or changed in another way.
    Damaged,
    /// A recorder wrote something else over it.
    Masked,
    /// It is empty or missing, and its provider needs it.
    Missing,
    /// It has the right form, and its provider refused it, or will: another account's, for example.
    Refused,
}

impl HandleState {
    /// Returns `true` if the provider refuses it for certain.
    pub fn is_dead(self) -> bool {
        !matches!(self, HandleState::Genuine | HandleState::Unknown)
    }

    /// Returns `true` if the model that answers wrote it once. The thoughts around it may then depend on it.
    pub fn was_genuine(self) -> bool {
        self.is_dead() && self != HandleState::Foreign
    }

    /// Says what is wrong with it.
    pub fn reason(self) -> &'static str {
        match self {
            HandleState::Genuine | HandleState::Unknown => "nothing is wrong with it",
            HandleState::Foreign => "another vendor wrote it",
            HandleState::Damaged => "it is damaged",
            HandleState::Masked => "it is masked",
            HandleState::Missing => "it is missing or empty",
            HandleState::Refused => "the provider refuses it",
        }
    }
}

/// The handle of a part, and its state.
pub struct JudgedHandle<'d> {
    pub handle: Option<Value<'d>>,
    pub state: HandleState,
}

/// A part with reasoning.
pub struct JudgedPart<'d> {
    pub entry: usize,
    pub part: &'d Part<'d>,
    pub handle: Option<Value<'d>>,
    pub state: HandleState,
    /// True if it depends on a part that is removed.
    pub is_linked: bool,
}

/// Judges the handle of a part with reasoning.
pub fn judge_handle<'d>(facts: &Facts<'d>, part: &Part<'d>, thinking: &Thinking<'d>) -> JudgedHandle<'d> {
    let handle = thinking.handles.first().copied();
    let vendor = facts.profile.word("vendor");
    let is_gateway = facts.profile.fits("gateway");
    let is_needed = match vendor {
        _ if is_gateway => false,
        "anthropic" => part.kind == PartKind::Thought && facts.profile.fits("wire=anthropic-messages|bedrock-converse"),
        // Without the ciphertext OpenAI looks for a stored item, and the agents store none. Open models send the text instead.
        "openai" => part.value.fits("type=reasoning|compaction !content.*") && facts.body.fits("store=false"),
        _ => false,
    };
    let state = match handle.and_then(Value::text) {
        None if is_needed => HandleState::Missing,
        None => HandleState::Unknown,
        Some(_) if !matches!(vendor, "anthropic" | "openai" | "google" | "xai") => HandleState::Unknown,
        Some(text) if is_mask(&text.wtf8()) => HandleState::Masked,
        Some(_) if is_gateway => HandleState::Unknown,
        Some(text) if text.is_empty() && is_needed => HandleState::Missing,
        Some(text) => judge_form(text, facts, part),
    };
    JudgedHandle { handle, state }
}

/// Judges a handle by the form that its provider writes.
fn judge_form(handle: Text<'_>, facts: &Facts<'_>, part: &Part<'_>) -> HandleState {
    let vendor = facts.profile.word("vendor");
    let form = match vendor {
        "anthropic" => Form::Claude,
        "openai" if part.value.get("encrypted_content").is_some() => Form::Fernet,
        "openai" => return HandleState::Genuine,
        _ if excludes(handle, vendor) => return HandleState::Foreign,
        "google" if form_at(facts.profile) == Some(Form::Gemini) && !carries_placeholder(part.value) => Form::Gemini,
        _ => return HandleState::Unknown,
    };
    let handle = handle.wtf8();
    match fit(&handle, form) {
        _ if base64::decode(&handle).is_none() => HandleState::Damaged,
        Fit::Whole => HandleState::Genuine,
        Fit::Damaged => HandleState::Damaged,
        Fit::Foreign(_) => HandleState::Foreign,
    }
}
