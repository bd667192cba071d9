//! The last step: the audit of the target looks at the request, and what it still refuses is mended and told.

use super::Conversion;
use super::note::{ConversionNote, Notes};
use super::plan::Plan;
use super::reader::SettingPath;
use crate::audit::{Mended, Options, Safety, Step, repair};
use crate::error::Error;
use crate::json::{Document, Places, Span, Value, lossy, scan, sorted_indices};
use crate::model::{Conversation, Target};

/// A request as a writer leaves it.
pub(super) struct Written {
    /// Its text.
    pub(super) text: Vec<u8>,
    /// Where contents went: their bytes in the source, and the byte of the text after which each is written.
    pub(super) places: Vec<(Span, usize)>,
    /// Where the target has its settings.
    pub(super) settings: &'static [SettingPath],
}

/// Mends what the target would refuse, and gives every note and every thought its place in the source.
pub(super) fn finish<'d>(
    written: Written,
    source: &'d Document<'d>,
    conversation: &Conversation<'d>,
    to: &Target,
    options: &Options<'_>,
    mut plan: Plan,
    mut notes: Notes<'d>,
) -> Result<Conversion, Error> {
    let repaired = repair(&written.text, to, options, &[Safety::Safe, Safety::Unsafe, Safety::Placeholder])?;
    let mut mends = Vec::new();
    {
        let before = scan(&written.text)?;
        for mended in repaired.steps.iter().flat_map(|step| &step.mended) {
            match origin(mended, &before, &written, conversation, source) {
                Some(value) => notes.add(value, mended.rule.id, mended.fix.name),
                None => mends.push(mended),
            }
        }
    }
    place_thoughts(&mut plan, &written, &repaired.request, &repaired.steps, source)?;
    let mut all = placed_notes(&notes, source);
    for [to, what, why] in notes.demanded.iter().map(|note| note.map(str::to_owned)) {
        all.push(ConversionNote { pointer: None, to: Some(to), what, why });
    }
    for mended in mends {
        let (what, why) = (mended.rule.id.to_owned(), mended.fix.name.to_owned());
        all.push(ConversionNote { pointer: None, to: Some(mended.pointer.clone()), what, why });
    }
    Ok(Conversion { request: repaired.request, plan, notes: all })
}

/// The value of the source that something mended in the target came from: a setting, or the first content in the place.
fn origin<'d>(
    mended: &Mended,
    target: &Document<'_>,
    written: &Written,
    conversation: &Conversation<'d>,
    source: &'d Document<'d>,
) -> Option<Value<'d>> {
    let path = mended.pointer.strip_prefix('/')?.replace('/', ".");
    if let Some((setting, _)) = written.settings.iter().find(|(_, own)| *own == path) {
        return conversation.settings.plain.iter().find(|(one, _)| one == setting).map(|(_, value)| *value);
    }
    let place = target.find(&mended.pointer).ok()?.span();
    // Inside of it, or around it.
    let inside = written.places.iter().find(|(_, at)| place.range().contains(at));
    let around = || written.places.iter().rev().find(|(_, at)| *at < place.start);
    let (span, _) = inside.or_else(around)?;
    source.at(span.start)
}

/// Notes in the order of the source: so all pointers cost one walk.
fn placed_notes(notes: &Notes<'_>, source: &Document<'_>) -> Vec<ConversionNote> {
    let start = |nth: &usize| notes.all.get(*nth).map(|(value, ..)| value.span().start);
    let order = sorted_indices(notes.all.len(), &mut |one, other| start(one).cmp(&start(other)));
    let mut places = Places::new(source);
    let mut placed = |nth: usize| {
        let (value, what, why) = notes.all.get(nth)?;
        let pointer = Some(lossy(places.pointer(*value)));
        Some(ConversionNote { pointer, to: None, what: (*what).to_owned(), why: (*why).to_owned() })
    };
    order.into_iter().filter_map(&mut placed).collect()
}

/// Gives every thought its place in the source, and in the request as it was mended.
fn place_thoughts(plan: &mut Plan, written: &Written, request: &[u8], steps: &[Step], source: &Document<'_>) -> Result<(), Error> {
    let mut places = Places::new(source);
    for thought in &mut plan.thoughts {
        if let Some(value) = source.at(thought.span.start) {
            thought.pointer = lossy(places.pointer(value));
        }
    }
    let target = scan(request)?;
    let mut places = Places::new(&target);
    for (span, at) in &written.places {
        if plan.goes_somewhere(*span)
            && let Some(at) = shifted(*at, steps)
            && let Some(value) = value_after(&target, at)
        {
            plan.place(*span, lossy(places.pointer(value)));
        }
    }
    Ok(())
}

/// The value that begins after a byte: a comma may stand before it.
fn value_after<'t>(target: &'t Document<'t>, at: usize) -> Option<Value<'t>> {
    let skipped = target.source().get(at..)?.iter().take_while(|byte| matches!(byte, b',' | b':' | b' ' | b'\n')).count();
    target.at(at + skipped)
}

/// A byte of the text after all steps, if it is still there.
fn shifted(at: usize, steps: &[Step]) -> Option<usize> {
    steps.iter().try_fold(at, |at, step| {
        let mut now = at;
        for edit in &step.edits {
            if edit.span.start <= at && at < edit.span.end {
                return None;
            }
            if edit.span.end <= at {
                now = (now + edit.text.len()).checked_sub(edit.span.len())?;
            }
        }
        Some(now)
    })
}
