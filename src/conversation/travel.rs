//! Which target can read which thoughts: its own, and those of related vendors.
//!
//! | thought | target | because |
//! |---|---|---|
//! | any | the same wire, vendor and service | it issued the thought |
//! | signed by Claude, as OpenRouter's item says | Claude on any service | OpenRouter forwards the signature unchanged |
//! | signed by Claude | Claude on another service | "signatures are portable across platforms"; not those of models that bind them to an account |
//! | signed by Gemini | Gemini's chat endpoint and its own, on one service | one backend checks both |
//! | a plain text | the same family of models wherever its text is read | the thought is only text |
//!
//! A handle is never sent to any other target.

use super::handle_form::excludes;
use crate::json::{Value, find_bytes};
use crate::model::{Content, ThinkingKind};

/// The profiles of the source and the target of a conversation.
pub(crate) struct Ends<'p> {
    /// The source.
    pub(crate) from: Value<'p>,
    /// The issuers of its thoughts, if it names them one by one.
    pub(crate) issuers: Vec<Value<'p>>,
    /// The target.
    pub(crate) to: Value<'p>,
}

impl<'p> Ends<'p> {
    /// Returns the issuer of a thought.
    pub(crate) fn issuer(&self, content: &Content<'_>) -> Value<'p> {
        content.issued.and_then(|issued| self.issuers.get(issued.issuer)).copied().unwrap_or(self.from)
    }
}

/// How much of a thought a format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Everything that its issuer needs.
    Whole,
    /// Its handle, and its texts joined.
    Joined,
    /// The readable text.
    Text,
    /// Nothing.
    Nothing,
}

/// Returns how much of the thought, which a content is or carries, a format holds. The profile is its issuer's.
pub(crate) type Holds = fn(Value<'_>, &Content<'_>) -> Hold;

/// The relation of a source's thought to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kinship {
    /// Issued by the target, and in the same shape.
    Own,
    /// Issued by a related vendor, and accepted in the target's shape.
    Relative,
    /// A text of the same family of models.
    Family,
    /// Issued by another vendor, with the reason.
    Foreign(&'static str),
}

/// Returns the relation between the target and the thought that a content is or carries.
pub(crate) fn kinship(content: &Content<'_>, ends: &Ends<'_>) -> Kinship {
    let Some(thinking) = &content.thinking else { return Kinship::Foreign("") };
    let (from, to) = (ends.issuer(content), ends.to);
    let issuer = issuer_of(content.value, from);
    let is_same_wire = from.token("wire") == to.token("wire");
    let is_same = |name: &str| from.token(name).is_empty() || to.token(name).is_empty() || from.token(name) == to.token(name);
    let vendor = vendor_of(to);
    if thinking.handles.iter().filter_map(|handle| handle.text()).any(|handle| excludes(handle, vendor)) {
        return Kinship::Foreign("its format shows that another vendor signed or encrypted it");
    }
    let is_vendor = issuer == vendor || issuer.is_empty() && is_same_wire || vendor.is_empty() && is_same_wire;
    if is_same_wire && is_vendor && is_same("surface") {
        return Kinship::Own;
    }
    let is_signed = !thinking.handles.is_empty();
    // OpenRouter names the vendor of each item, and forwards the signature unchanged.
    let is_named = !named_issuer(content.value).is_empty() && thinking.kind != ThinkingKind::Summary;
    let is_sealed = is_named || from.word("signatures") == vendor;
    let is_shared = is_vendor && is_signed && !vendor.is_empty() && is_sealed && to.word("signatures") == vendor;
    if is_shared && vendor == "anthropic" {
        if from.list("own_account").any(|bound| bound.text().is_some_and(|name| name.raw() == from.token("name"))) && !is_same("surface") {
            return Kinship::Foreign("this model accepts its thoughts only from the account and service that produced them");
        }
        return if is_same_wire { Kinship::Own } else { Kinship::Relative };
    }
    if is_shared && is_same("surface") {
        return Kinship::Relative;
    }
    if !is_signed && thinking.kind == ThinkingKind::Text && family(from) == family(to) && !family(to).is_empty() {
        return Kinship::Family;
    }
    if is_signed && is_vendor && !vendor.is_empty() {
        Kinship::Foreign("its handle is valid only in the API and service that produced it")
    } else if is_signed {
        Kinship::Foreign("another vendor signed or encrypted it, and the target cannot read it")
    } else {
        Kinship::Foreign("another model produced it, and the target does not require it")
    }
}

/// Returns the issuer of a thought: the vendor of the source, or the one that the thought names.
fn issuer_of<'p>(thought: Value<'_>, from: Value<'p>) -> &'p str {
    match named_issuer(thought) {
        "" => vendor_of(from),
        named => named,
    }
}

/// Returns the vendor that a thought names by its format.
fn named_issuer(thought: Value<'_>) -> &'static str {
    // Pydantic AI keeps the members of OpenRouter's items one level deeper.
    let format = thought.get("provider_details").unwrap_or(thought).token("format");
    let named = ["anthropic", "openai", "xai", "google"].into_iter().find(|vendor| find_bytes(format, vendor.as_bytes()).is_some());
    named.unwrap_or_default()
}

/// Returns the vendor of a profile.
fn vendor_of<'p>(profile: Value<'p>) -> &'p str {
    profile.word("vendor")
}

/// Returns the family of a model: its name up to the first number.
fn family<'p>(profile: Value<'p>) -> &'p str {
    let name = profile.word("name");
    let end = name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len());
    name.get(..end).unwrap_or_default().trim_end_matches("-v").trim_end_matches('-')
}
