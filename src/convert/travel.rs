//! A target reads its own thoughts, and those of a relative.
//!
//! | thought | target | because |
//! |---|---|---|
//! | any | the same wire, vendor and service | it was issued there |
//! | signed by Claude | Claude on another service | "signatures are portable across platforms"; not those of models that bind them to an account |
//! | signed by Gemini | Gemini's chat endpoint and its own, on one service | one backend checks both |
//! | a plain text | the same family of models wherever its text is read | the text is all there is |
//!
//! A handle never goes anywhere else.

use crate::json::{Value, find_bytes};
use crate::model::{Thinking, ThinkingKind};

/// How a thought of a source stands to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinship {
    /// Issued there, and in the same shape.
    Own,
    /// Issued by a relative, and read there in the target's shape.
    Relative,
    /// A text of the same family of models.
    Family,
    /// Issued by somebody else, with the reason.
    Foreign(&'static str),
}

/// Says how a thought stands to a target. `from` and `to` are profiles.
pub(super) fn kinship(thought: Value<'_>, thinking: &Thinking<'_>, from: Value<'_>, to: Value<'_>) -> Kinship {
    let issuer = issuer_of(thought, from);
    let is_same_wire = from.token("wire") == to.token("wire");
    let is_same = |name: &str| from.token(name).is_empty() || to.token(name).is_empty() || from.token(name) == to.token(name);
    let vendor = vendor_of(to);
    let is_vendor = issuer == vendor || issuer.is_empty() && is_same_wire || vendor.is_empty() && is_same_wire;
    if is_same_wire && is_vendor && is_same("surface") {
        return Kinship::Own;
    }
    let is_signed = !thinking.handles.is_empty();
    if is_vendor && vendor == "anthropic" && is_signed && [from, to].iter().all(|one| one.fits("wire=anthropic-messages|bedrock-converse"))
    {
        if from.list("own_account").any(|bound| bound.text().is_some_and(|name| name.raw() == from.token("name"))) && !is_same("surface") {
            return Kinship::Foreign("this model binds its thoughts to the account and the service that issued them");
        }
        return if is_same_wire { Kinship::Own } else { Kinship::Relative };
    }
    if is_vendor
        && vendor == "google"
        && is_signed
        && is_same("surface")
        && [from, to].iter().all(|one| one.fits("wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate"))
    {
        return Kinship::Relative;
    }
    if !is_signed && thinking.kind == ThinkingKind::Text && family(from) == family(to) && !family(to).is_empty() {
        return Kinship::Family;
    }
    if is_signed {
        Kinship::Foreign("another issuer sealed it, and the target reads only its own")
    } else {
        Kinship::Foreign("another model thought it, and the target does not ask for it")
    }
}

/// Who issued a thought: the vendor of the source, or the one that the thought names itself.
fn issuer_of<'p>(thought: Value<'_>, from: Value<'p>) -> &'p str {
    let formats = [("anthropic", "anthropic"), ("openai", "openai"), ("xai", "xai"), ("google", "google")];
    let format = thought.token("format");
    let named = formats.iter().find(|(word, _)| find_bytes(format, word.as_bytes()).is_some());
    named.map_or_else(|| vendor_of(from), |(_, vendor)| vendor)
}

/// The vendor of a profile.
fn vendor_of<'p>(profile: Value<'p>) -> &'p str {
    profile.word("vendor")
}

/// The family of a model: its name up to the first number.
fn family<'p>(profile: Value<'p>) -> &'p str {
    let name = profile.word("name");
    let end = name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len());
    name.get(..end).unwrap_or_default().trim_end_matches("-v").trim_end_matches('-')
}
