//! The fates of the thoughts that Letta stores: those of a conversion to the target.

use super::plan::decide;
use super::policy::Policy;
use crate::conversation::reader::content;
use crate::conversation::travel::Ends;
use crate::error::Error;
use crate::formats::letta::{Reasoning, issuer_of_record};
use crate::json::{Document, Value, scan};
use crate::knowledge::profile::profile;
use crate::model::{Attachment, Content, ContentKind, Fate, Issued, Target, Thinking, Wire};

/// Returns the fate of each thought at a target, with the reason, as a conversion decides it. `from` is the vendor of records that name none: without it the
/// target itself.
///
/// # Errors
/// Tables that cannot be read.
pub fn stored_fates(
    all: &[Reasoning<'_>],
    from: Option<&Target>,
    target: &Target,
    models: &[u8],
) -> Result<Vec<(Fate, &'static str)>, Error> {
    let mut issuers: Vec<Target> = Vec::new();
    let mut numbers: Vec<Option<usize>> = Vec::with_capacity(all.len());
    for reasoning in all {
        let record = reasoning.message.unwrap_or(reasoning.value);
        let issuer = issuer_of_record(record, None, from.or_else(|| names_no_other(record, target).then_some(target)));
        if let Some(issuer) = issuer.as_ref().filter(|issuer| !issuers.contains(issuer)) {
            issuers.push(issuer.clone());
        }
        numbers.push(issuer.and_then(|issuer| issuers.iter().position(|one| *one == issuer)));
    }
    let nothing = scan(b"{}")?;
    let profile_of = |target: &Target| profile(target, nothing.root(), models);
    let (unknown, aimed) = (profile_of(&Target::new(Wire::named("letta")))?, profile_of(target)?);
    let (unknown, aimed) = (scan(&unknown)?, scan(&aimed)?);
    let issuers = issuers.iter().map(profile_of).collect::<Result<Vec<_>, _>>()?;
    let issuers = issuers.iter().map(|issuer| scan(issuer)).collect::<Result<Vec<_>, _>>()?;
    let ends = Ends { from: unknown.root(), issuers: issuers.iter().map(Document::root).collect(), to: aimed.root() };
    let policy = Policy::default();
    let fates = all.iter().zip(numbers).map(|(reasoning, number)| {
        let mut thinking = Thinking::new(reasoning.kind, Attachment::Block).handle(reasoning.handle);
        reasoning.texts.iter().for_each(|text| thinking.texts.push(*text));
        let issued = number.map(|issuer| Issued { issuer, id: None, is_native: false });
        let said = Content { thinking: Some(thinking), issued, ..content(reasoning.value, reasoning.value, ContentKind::Thought) };
        let (fate, _, reason) = decide(&said, &ends, &policy, false);
        (fate, if number.is_none() && fate == Fate::Elided { UNKNOWN } else { reason })
    });
    Ok(fates.collect())
}

const UNKNOWN: &str = "another model produced it, and the vendor of that model is not known: name it in `from`";

/// Returns `true` if a record and the target do not name different models. The caller then says with the target whose it is; the form of its handle may contradict that.
fn names_no_other(record: Value<'_>, target: &Target) -> bool {
    let model = record.word("model");
    model.is_empty() || target.model.as_deref().is_none_or(|named| named == model)
}
