//! The last step: what the audit of the target refuses is repaired and noted.

use super::conversion::Conversion;
use super::fix_notes::note_fixes;
use super::restore::{Originals, SeenEntries};
use super::said_texts::SaidTexts;
use super::settle::{settle, settle_removed_handles};
use super::shifts::Shifts;
use super::wires::read;
use super::written::{Source, Written};
use crate::audit::{Effect, Facts, Options, Report, Rule, Spared, Step, Subject, repair_refusals, rules};
use crate::conversation::note::{ConversionNote, Notes};
use crate::conversation::plan::Plan;
use crate::conversation::writer::RestoredEntries;
use crate::error::Error;
use crate::formats::format_named;
use crate::json::{Document, Places, Span, Value, lossy, scan, splice};
use crate::model::{ContentKind, Fate, Speaker, Target};
use crate::wires::codec;

/// Repairs what the target would refuse, and gives every note and every thought its place in the source. The report about the request is read while its text is there.
pub(super) fn finish<'d>(
    mut written: Written,
    source: &Source<'_, 'd>,
    to: &Target,
    options: &Options<'_>,
    mut plan: Plan,
    mut notes: Notes<'d>,
    read: &mut ReportReader<'_>,
) -> Result<Conversion, Error> {
    // A fix that removes a value removes the comma behind it too, so the place of the next value is its first byte.
    for (_, at) in &mut written.places {
        *at = after_comma(&written.text, *at);
    }
    // A result is placed after the contents in it.
    written.places.sort_by_key(|(_, at)| *at);
    let is_sent = format_named(&to.wire).is_none();
    let last_answer = source.conversation.messages.last().filter(|last| is_sent && last.speaker == Speaker::Assistant);
    if let Some(answer) = last_answer {
        let has_calls = answer.contents.iter().any(|content| matches!(content.kind, ContentKind::Call(_)));
        notes.change_whole("ending", if has_calls { ENDS_WITH_CALLS } else { ENDS_WITH_ANSWER });
    }
    if source.conversation.messages.is_empty() {
        notes.demand("", "content", "the source has no messages");
    }
    let text = std::mem::take(&mut written.text);
    let mut finishing = Finishing { written: &written, source, to, plan: &mut plan, notes: &mut notes };
    let (request, placed) = match is_sent {
        true => finishing.repair(&text, options, last_answer.is_some(), read)?,
        // Nobody refuses messages in a format. To scan a long list takes time, and most plans send no thought.
        false if finishing.plan.sends_any() => {
            let placed = finishing.place(&[], &scan(&text)?)?;
            (text, placed)
        }
        false => (text, Placed::default()),
    };
    let mut all = notes.placed(source.request);
    all.extend(placed.added);
    Ok(Conversion { request, plan, notes: all, is_sent, seen: placed.seen })
}

const ENDS_WITH_ANSWER: &str = "the conversation ends with an answer: add a user message before you send it";
const ENDS_WITH_CALLS: &str = "the conversation ends with calls: add their results before you send it";

/// Reads the report about a converted request while the text that it points into is there.
pub type ReportReader<'r> = dyn for<'d> FnMut(&'d Document<'d>, &Facts<'d>, &Report<'d>) + 'r;

/// A written request on its way to the result.
struct Finishing<'f, 'd> {
    written: &'f Written,
    source: &'f Source<'f, 'd>,
    to: &'f Target,
    plan: &'f mut Plan,
    notes: &'f mut Notes<'d>,
}

/// The result of placing the thoughts of a request.
#[derive(Default)]
struct Placed {
    /// The entries of the source, for a ledger to keep.
    seen: Vec<SeenEntries>,
    /// The notes on fixes at places that came from no value of the source.
    added: Vec<ConversionNote>,
}

impl Finishing<'_, '_> {
    /// Repairs what the target would refuse.
    fn repair(
        &mut self,
        text: &[u8],
        options: &Options<'_>,
        is_history: bool,
        read: &mut ReportReader<'_>,
    ) -> Result<(Vec<u8>, Placed), Error> {
        let first = scan(text)?;
        let heads = self.source.originals.as_ref().map_or(Ok(Vec::new()), |originals| originals.head_edits(&first))?;
        let (spliced, second);
        let request = if heads.is_empty() {
            &first
        } else {
            spliced = splice(text, &heads)?;
            second = scan(&spliced)?;
            &second
        };
        let heads = if heads.is_empty() { None } else { Some(Step { edits: heads, ..Step::default() }) };
        let mut placed = Ok(Placed::default());
        let restored = &self.written.restored;
        let (to, review) = (self.to, |steps: &[Step]| rules_at_restored(steps, request, restored));
        let repaired = repair_refusals(
            request,
            to,
            options,
            // The plan decides by the source of a thought, not by the form of its handle.
            Spared { is_history, rules: vec![&rules::text::damaged_handle::RULE, &rules::text::handle_of_another_vendor::RULE] },
            &review,
            &mut |steps, document, facts, report| {
                let added = note_fixes(steps, (self.written, self.source, self.to), self.plan, self.notes);
                let steps: Vec<&Step> = heads.iter().chain(steps).collect();
                placed = self.place(&steps, document).map(|placed| Placed { added, ..placed });
                if options.ledger.is_some() {
                    settle(self.plan, self.source.request, facts, document, self.written, &Shifts::of(&steps));
                }
                if !steps.is_empty() {
                    settle_removed_handles(self.plan, text, facts, document);
                }
                read(document, facts, report);
            },
        )?;
        Ok((repaired.request, placed?))
    }

    /// Gives every content and thought its place in the request after all steps.
    fn place(&mut self, steps: &[&Step], document: &Document<'_>) -> Result<Placed, Error> {
        let shifts = Shifts::of(steps);
        // A fix may remove a whole message, and is noted at the first content in it.
        let is_gone = |(_, at): &&(Span, usize)| shifts.of_byte(*at).is_none();
        if self.written.places.iter().any(|place| is_gone(&place)) {
            let mut said = SaidTexts::of(self.source.conversation, document);
            for (span, _) in self.written.places.iter().filter(|place| !is_gone(place)) {
                said.take(*span);
            }
            for (span, _) in self.written.places.iter().filter(is_gone) {
                let gone = self.source.request.at(span.start);
                // A repair of the content itself is noted already.
                if !said.take(*span) && !gone.is_some_and(|gone| self.notes.has_lost(gone)) {
                    self.notes.at(gone, "content", "the target refuses requests with this content");
                }
            }
        }
        if self.source.originals.is_none() && !self.plan.sends_any() {
            return Ok(Placed::default());
        }
        let mut seen = place(self.plan, self.written, document, &shifts, self.source, self.to)?;
        // Not the caller switched it off.
        if steps.iter().flat_map(|step| &step.applied).any(|applied| applied.fix.effect == Effect::SwitchesThinkingOff) {
            seen.extend(seen.last().map(SeenEntries::switched_off));
        }
        Ok(Placed { seen, ..Placed::default() })
    }
}

/// Lists the rules whose fixes would change restored messages. These are sent unchanged, even if a rule finds something in them. Only a changed prefix makes them
/// invalid.
fn rules_at_restored(steps: &[Step], request: &Document<'_>, restored: &[RestoredEntries]) -> Vec<&'static Rule> {
    let is_restored = |place: Span| restored.iter().any(|entries| (entries.at..=entries.at + entries.length).contains(&place.start));
    let mut rules: Vec<&'static Rule> = Vec::new();
    if restored.is_empty() {
        return rules;
    }
    for applied in steps.iter().flat_map(|step| &step.applied).filter(|applied| applied.rule.subject != Subject::Prefix) {
        if !rules.contains(&applied.rule) && request.find(&applied.pointer).is_ok_and(|place| is_restored(place.span())) {
            rules.push(applied.rule);
        }
    }
    rules
}

/// Gives every thought its place in the repaired request, and lists what a ledger is to keep.
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
            None => plan.settle(span, Fate::Elided, "the target would refuse it (see the notes)"),
        }
    }
    let Some(originals) = &source.originals else { return Ok(Vec::new()) };
    plan_restored(plan, written, target, shifts, (source, originals), to);
    let places: Vec<(usize, usize)> =
        written.places.iter().filter_map(|(span, at)| Some((span.start, after_comma(target.source(), shifts.of_byte(*at)?)))).collect();
    if format_named(&source.from.wire).is_some() {
        return Ok(Vec::new());
    }
    Ok(originals.seen(source.request, [source.from, to], &read(target, to)?, &places))
}

/// Plans the thoughts that were restored with their entries.
fn plan_restored(
    plan: &mut Plan,
    written: &Written,
    target: &Document<'_>,
    shifts: &Shifts,
    (source, originals): (&Source<'_, '_>, &Originals<'_>),
    to: &Target,
) {
    if written.restored.is_empty() {
        return;
    }
    let Some(codec) = codec(&to.wire) else { return };
    let history = codec.request(target.root());
    let thoughts: Vec<_> = history.parts.iter().filter_map(|part| Some((part, part.thinking.as_ref()?))).collect();
    let (mut sources, mut targets) = (Places::new(source.request), Places::new(target));
    for RestoredEntries { source: run, at, length } in &written.restored {
        let (Some(start), Some(end)) = (shifts.of_byte(*at), shifts.of_byte(at + length)) else { continue };
        let Some(value) = source.request.at(*run) else { continue };
        let stretch = originals.stretch(*run);
        let from = thoughts.partition_point(|(part, _)| part.span.start < start);
        for (part, thinking) in thoughts.iter().skip(from).take_while(|(part, _)| part.span.start <= end) {
            let (pointer, to) = (lossy(sources.pointer(value)), lossy(targets.pointer(part.value)));
            plan.returned(stretch, pointer, thinking.kind, to);
        }
    }
}

/// Finds the value that begins after a byte and an optional comma.
pub(super) fn value_after<'t>(target: &'t Document<'t>, at: usize) -> Option<Value<'t>> {
    target.at(after_comma(target.source(), at))
}

fn after_comma(text: &[u8], at: usize) -> usize {
    at + text.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b',' | b':' | b' ' | b'\n')).count()
}
