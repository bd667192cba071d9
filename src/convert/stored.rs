//! The fate of a thought that a store keeps with the name of its model: that of a conversion to the target.

use super::plan::decide;
use super::policy::Policy;
use crate::conversation::reader::content;
use crate::conversation::travel::Ends;
use crate::error::Error;
use crate::formats::issuer_of_model;
use crate::formats::letta::Reasoning;
use crate::json::{Value, scan};
use crate::knowledge::profile::profile;
use crate::model::{Attachment, Content, ContentKind, Fate, Target, Thinking};

/// Returns the fate of a thought with a handle whose stored message names its model, as a conversion decides it. Without that name it returns to its source.
#[must_use]
pub fn stored_fate(reasoning: &Reasoning<'_>, target: &Target) -> Option<(Fate, &'static str)> {
    let stored = reasoning.message.map(|message| message.word("model")).filter(|model| !model.is_empty())?;
    reasoning.handle.filter(|_| target.model.as_deref() != Some(stored))?;
    let mut thinking = Thinking::new(reasoning.kind, Attachment::Block).handle(reasoning.handle);
    reasoning.texts.iter().for_each(|text| thinking.texts.push(*text));
    let fate = fate_by_model(reasoning.value, thinking, stored, target).ok().flatten();
    fate.or_else(|| target.model.as_ref().map(|_| (Fate::Elided, OTHER_MODEL)))
}

const OTHER_MODEL: &str = "another model produced it, and the vendor of that model is not known";

/// The fate of a thought that a model issued on its way to a target, with the reason: that of a conversion. Nothing is known of a model without an issuer.
///
/// # Errors
/// Tables that cannot be read.
fn fate_by_model<'d>(record: Value<'d>, thinking: Thinking<'d>, model: &str, to: &Target) -> Result<Option<(Fate, &'static str)>, Error> {
    let Some(issuer) = issuer_of_model(model) else { return Ok(None) };
    let nothing = scan(b"{}")?;
    let (from, aimed) = (profile(&issuer, nothing.root(), b"")?, profile(to, nothing.root(), b"")?);
    let (from, aimed) = (scan(&from)?, scan(&aimed)?);
    let said = Content { thinking: Some(thinking), ..content(record, record, ContentKind::Thought) };
    let (fate, _, reason) = decide(&said, &Ends { from: from.root(), issuers: Vec::new(), to: aimed.root() }, &Policy::default(), false);
    Ok(Some((fate, reason)))
}
