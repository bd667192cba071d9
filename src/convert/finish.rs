//! The last step: the audit of the target looks at the request, and what it still refuses is mended and told.

use super::conversion::Conversion;
use super::home::{Homecoming, SeenEntries};
use super::wires::read;
use crate::audit::{Mended, Options, Repaired, Rule, Step, repair_refusals, rules};
use crate::conversation::note::{ConversionNote, Notes};
use crate::conversation::plan::Plan;
use crate::conversation::reader::SettingPath;
use crate::conversation::reasoning;
use crate::error::Error;
use crate::formats::format_named;
use crate::json::{Document, Finder, Places, Span, Value, lossy, scan, splice};
use crate::model::{Conversation, Fate, Speaker, Target};
use crate::wires::codec;

/// A request as a writer leaves it.
#[derive(Default)]
pub(super) struct Written {
    /// Its text.
    pub(super) text: Vec<u8>,
    /// Where contents went: their bytes in the source, and the byte of the text after which each is written.
    pub(super) places: Vec<(Span, usize)>,
    /// The messages that came home, as the writer has them.
    pub(super) homes: Vec<(Option<Span>, usize, usize)>,
    /// Where the target has its settings.
    pub(super) settings: &'static [SettingPath],
}

/// The source of a conversion.
pub(super) struct Source<'s, 'd> {
    /// The request.
    pub(super) request: &'d Document<'d>,
    /// The conversation that was read from it.
    pub(super) conversation: &'s Conversation<'d>,
    /// Its target.
    pub(super) from: &'s Target,
    /// Its runs, looked up in the ledger.
    pub(super) home: Option<Homecoming<'s>>,
}

/// Mends what the target would refuse, and gives every note and every thought its place in the source.
pub(super) fn finish<'d>(
    mut written: Written,
    source: &Source<'_, 'd>,
    to: &Target,
    options: &Options<'_>,
    mut plan: Plan,
    mut notes: Notes<'d>,
) -> Result<Conversion, Error> {
    // A result is placed after the contents in it.
    written.places.sort_by_key(|(_, at)| *at);
    let mut steps = Vec::new();
    if let Some(home) = &source.home {
        let edits = home.head_edits(&scan(&written.text)?)?;
        if !edits.is_empty() {
            written.text = splice(&written.text, &edits)?;
            steps.push(Step { mended: Vec::new(), edits });
        }
    }
    let is_sent = format_named(&to.wire).is_none();
    let mut off = options.off.clone();
    if is_sent && source.conversation.messages.last().is_some_and(|last| last.speaker == Speaker::Assistant) {
        // This is a history and no request yet: to take its answer out would lose it.
        off.extend(rules::all().filter(|rule| ENDINGS.contains(&rule.id)));
        notes.demand("", "ending", "the conversation ends on an answer: a message of the user is to follow before it is sent");
    }
    if source.conversation.messages.is_empty() {
        notes.demand("", "content", "the source has no messages, so there are none here");
    }
    // Nobody refuses what is not sent.
    let repaired = match is_sent {
        true => repair_around_homes(&written, to, options, off)?,
        false => Repaired { request: std::mem::take(&mut written.text), steps: Vec::new(), skipped: Vec::new() },
    };
    let mends = if repaired.steps.is_empty() { Vec::new() } else { note_mends(&repaired.steps, &written, source, &mut plan, &mut notes)? };
    steps.extend(repaired.steps);
    let shifts = Shifts::of(&steps);
    // A mend may take out a whole message, and is told of the first content in it.
    for (span, _) in written.places.iter().filter(|(_, at)| shifts.of_byte(*at).is_none()) {
        notes.at(source.request.at(span.start), "content", "the target would refuse the request with it");
    }
    let mut seen = Vec::new();
    // A long request takes its time to scan, and mostly no thought goes anywhere.
    if source.home.is_some() || plan.sends_any() {
        seen = place(&mut plan, &written, &scan(&repaired.request)?, &shifts, source, to)?;
        // Not the caller switched it off.
        if steps.iter().flat_map(|step| &step.mended).any(|mended| mended.fix.name.starts_with("switch-off")) {
            seen.extend(seen.last().map(SeenEntries::switched_off));
        }
    }
    let mut all = placed_notes(&notes, source.request);
    for [to, what, why] in notes.demanded.iter().map(|note| note.map(str::to_owned)) {
        all.push(ConversionNote { pointer: None, to: Some(to), what, why });
    }
    for mended in mends {
        let (what, why) = (mended.rule.id.to_owned(), mended.fix.name.to_owned());
        all.push(ConversionNote { pointer: None, to: Some(mended.pointer), what, why });
    }
    Ok(Conversion { request: repaired.request, plan, notes: all, is_sent, seen })
}

/// Mends what the target would refuse. What came home goes as it was, even if a rule doubts its letters; only what stands before it can make it unfit.
fn repair_around_homes(written: &Written, to: &Target, options: &Options<'_>, mut off: Vec<&'static Rule>) -> Result<Repaired, Error> {
    loop {
        let repaired = repair_refusals(&written.text, to, &Options { models: options.models, off: off.clone(), ledger: options.ledger })?;
        let before = off.len();
        if !written.homes.is_empty() && !repaired.steps.is_empty() {
            let document = scan(&written.text)?;
            let is_home = |place: Span| written.homes.iter().any(|(_, at, length)| (*at..=at + length).contains(&place.start));
            for mended in repaired.steps.iter().flat_map(|step| &step.mended).filter(|mended| !ABOUT_PREFIX.contains(&mended.rule.id)) {
                if document.find(&mended.pointer).is_ok_and(|place| is_home(place.span()))
                    && !off.iter().any(|rule| rule.id == mended.rule.id)
                {
                    off.push(mended.rule);
                }
            }
        }
        if off.len() == before {
            return Ok(repaired);
        }
    }
}

/// The rules that hold a thought against what stands before it.
const ABOUT_PREFIX: [&str; 2] = ["edited-prefix", "changed-latest-thinking"];

/// The rules on how a request ends.
const ENDINGS: [&str; 4] = ["unsupported-prefill", "assistant-speaks-last", "trailing-model-turn", "thinking-at-the-end"];

/// Notes what was mended by the value of the source that it came from; gives what came from none.
fn note_mends<'d>(
    steps: &[Step],
    written: &Written,
    source: &Source<'_, 'd>,
    plan: &mut Plan,
    notes: &mut Notes<'d>,
) -> Result<Vec<Mended>, Error> {
    let (before, mut others) = (scan(&written.text)?, Vec::new());
    let mut finder = Finder::new(&before);
    for mended in steps.iter().flat_map(|step| &step.mended) {
        match origin(mended, &mut finder, written, source) {
            Some(value) => {
                if mended.fix.name == "replace-with-placeholder" {
                    plan.settle(value.span(), Fate::Placeholder, "the target would refuse its handle: a documented string stands there");
                }
                notes.add(value, mended.rule.id, mended.fix.name);
            }
            None => others.push(mended.clone()),
        }
    }
    Ok(others)
}

/// The value of the source that something mended in the target came from: a setting, or the first content in the place.
fn origin<'d>(mended: &Mended, target: &mut Finder<'_>, written: &Written, source: &Source<'_, 'd>) -> Option<Value<'d>> {
    let path = mended.pointer.strip_prefix('/')?.replace('/', ".");
    if let Some((setting, _)) = written.settings.iter().find(|(_, own)| *own == path) {
        return source.conversation.settings.plain.iter().find(|(one, _)| one == setting).map(|(_, value)| *value);
    }
    let settings = &source.conversation.settings;
    match path.split('.').next().unwrap_or_default() {
        "tool_choice" => return settings.tool_choice.as_ref().map(|(_, value)| *value),
        "parallel_tool_calls" => return settings.parallel.map(|(_, value)| value),
        "thinking" | "reasoning" | "reasoning_effort" | "output_config" => return reasoning::place(&settings.reasoning),
        "response_format" => return settings.format.as_ref().map(|(_, value)| *value),
        _ => {}
    }
    let place = target.find(&mended.pointer).ok()?.span();
    // Inside of it, or around it.
    let after = written.places.partition_point(|(_, at)| *at < place.start);
    let inside = written.places.get(after).filter(|(_, at)| *at < place.end);
    let (span, _) = inside.or_else(|| written.places.get(after.checked_sub(1)?))?;
    source.request.at(span.start)
}

/// Notes in the order of the source: so all pointers cost one walk.
fn placed_notes(notes: &Notes<'_>, source: &Document<'_>) -> Vec<ConversionNote> {
    let mut ordered: Vec<_> = notes.all.iter().collect();
    ordered.sort_by_key(|(value, ..)| value.span().start);
    let mut places = Places::new(source);
    let mut placed = Vec::with_capacity(ordered.len());
    for (value, what, why) in ordered {
        let pointer = Some(lossy(places.pointer(*value)));
        placed.push(ConversionNote { pointer, to: None, what: (*what).to_owned(), why: (*why).to_owned() });
    }
    placed
}

/// Gives every thought its place in the request as it was mended, and lists what a ledger is to keep.
fn place(
    plan: &mut Plan,
    written: &Written,
    target: &Document<'_>,
    shifts: &Shifts,
    source: &Source<'_, '_>,
    to: &Target,
) -> Result<Vec<SeenEntries>, Error> {
    let mut targets = Places::new(target);
    for (span, at) in written.places.iter().filter(|(span, _)| plan.goes_somewhere(*span)).cloned().collect::<Vec<_>>() {
        match shifts.of_byte(at).and_then(|at| value_after(target, at)) {
            Some(value) => plan.place(span, lossy(targets.pointer(value))),
            None => plan.settle(span, Fate::Elided, "the target would refuse it here: the notes say why"),
        }
    }
    let Some(home) = &source.home else { return Ok(Vec::new()) };
    come_home(plan, written, target, shifts, source, to);
    let places: Vec<(usize, usize)> =
        written.places.iter().filter_map(|(span, at)| Some((span.start, after_comma(target, shifts.of_byte(*at)?)))).collect();
    if format_named(&source.from.wire).is_some() {
        return Ok(Vec::new());
    }
    Ok(home.seen(source.request, [source.from, to], &read(target, to)?, &places))
}

/// Plans the thoughts that came home with their entries.
fn come_home(plan: &mut Plan, written: &Written, target: &Document<'_>, shifts: &Shifts, source: &Source<'_, '_>, to: &Target) {
    if written.homes.is_empty() {
        return;
    }
    let Some(codec) = codec(&to.wire) else { return };
    let history = codec.request(target.root());
    let thoughts: Vec<_> = history.parts.iter().filter_map(|part| Some((part, part.thinking.as_ref()?))).collect();
    let (mut sources, mut targets) = (Places::new(source.request), Places::new(target));
    for (span, at, length) in &written.homes {
        let (Some(span), Some(start), Some(end)) = (span, shifts.of_byte(*at), shifts.of_byte(at + length)) else { continue };
        let Some(value) = source.request.at(span.start) else { continue };
        let stretch = source.home.as_ref().map_or(*span, |home| home.stretch(span.start));
        let from = thoughts.partition_point(|(part, _)| part.span.start < start);
        for (part, thinking) in thoughts.iter().skip(from).take_while(|(part, _)| part.span.start <= end) {
            let (pointer, to) = (lossy(sources.pointer(value)), lossy(targets.pointer(part.value)));
            plan.returned(stretch, pointer, thinking.kind, to);
        }
    }
}

/// The value that begins after a byte: a comma may stand before it.
fn value_after<'t>(target: &'t Document<'t>, at: usize) -> Option<Value<'t>> {
    target.at(after_comma(target, at))
}

fn after_comma(target: &Document<'_>, at: usize) -> usize {
    at + target.source().get(at..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b',' | b':' | b' ' | b'\n')).count()
}

/// Where the bytes of a text went in the steps that mended it.
struct Shifts {
    /// For each step its edits in the order of the text: where each ends, and what is longer or shorter up to there.
    steps: Vec<Vec<(Span, usize, usize)>>,
}

impl Shifts {
    fn of(steps: &[Step]) -> Self {
        let sums = |step: &Step| {
            let mut edits: Vec<_> = step.edits.iter().collect();
            edits.sort_by_key(|edit| edit.span);
            let (mut added, mut removed) = (0, 0);
            let mut sums = Vec::with_capacity(edits.len());
            for edit in edits {
                added += edit.text.len();
                removed += edit.span.len();
                sums.push((edit.span, added, removed));
            }
            sums
        };
        Self { steps: steps.iter().map(sums).collect() }
    }

    /// A byte of the text after all steps, if it is still there.
    fn of_byte(&self, at: usize) -> Option<usize> {
        self.steps.iter().try_fold(at, |at, sums| {
            let after = sums.partition_point(|(span, ..)| span.end <= at);
            if sums.get(after).is_some_and(|(span, ..)| span.start <= at) {
                return None;
            }
            let (added, removed) =
                after.checked_sub(1).and_then(|nth| sums.get(nth)).map_or((0, 0), |(_, added, removed)| (*added, *removed));
            (at + added).checked_sub(removed)
        })
    }
}
