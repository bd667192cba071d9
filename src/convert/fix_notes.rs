//! Notes on repairs: what the fixes of the audit changed, at the values of the source that it came from.

use super::settle::STAND_IN;
use super::shifts::Shifts;
use super::written::{Source, Written};
use crate::audit::{AppliedFix, Effect, FixedPlace, RuleTexts, Safety, Step};
use crate::conversation::note::{ConversionNote, NoteLevel, Notes};
use crate::conversation::plan::Plan;
use crate::conversation::reasoning;
use crate::json::{Span, Value};
use crate::model::{Fate, Setting, Settings, Target};
use crate::wires::description;

/// Notes the fixes of all steps. Returns the notes on what comes from no value of the source.
pub(super) fn note_fixes<'d>(
    steps: &[Step],
    (written, source, to): (&Written, &Source<'_, 'd>, &Target),
    plan: &mut Plan,
    notes: &mut Notes<'d>,
) -> Vec<ConversionNote> {
    let (mut others, mut made) = (Vec::new(), Vec::new());
    for (nth, step) in steps.iter().enumerate() {
        let earlier: Vec<&Step> = steps.iter().take(nth).collect();
        let shifts = Shifts::of(&earlier);
        for (applied, FixedPlace { span: place, message, title }) in step.applied.iter().zip(&step.places) {
            let level = if is_removed(*place, step) { NoteLevel::Lost } else { NoteLevel::Changed };
            let reason = reason(applied, message.as_deref(), title);
            let first_place = Span { start: shifts.before(place.start), end: shifts.before(place.end) };
            match origin(applied, first_place, (written, source, to)) {
                Some(value) => {
                    if applied.fix.effect == Effect::ReplacesHandle {
                        plan.settle(value.span(), Fate::Placeholder, STAND_IN);
                    }
                    made.push((value, level, applied, reason));
                }
                // The writer added it, and the repair removed it again.
                None if level == NoteLevel::Lost => {}
                None => {
                    let to = Some(applied.pointer.clone());
                    others.push(ConversionNote::without_source(to, NoteLevel::Added, applied.rule.id.to_owned(), reason));
                }
            }
        }
    }
    // A placeholder where another fix removed the handle: together they replace it.
    let replaced: Vec<Value<'d>> = made.iter().filter(|(.., applied, _)| is_placeholder(applied)).map(|(value, ..)| *value).collect();
    for (value, level, applied, reason) in made {
        let is_replaced = level == NoteLevel::Lost && is_at_handle(applied, to) && replaced.contains(&value);
        notes.note(value, if is_replaced { NoteLevel::Changed } else { level }, applied.rule.id, reason.into());
    }
    others
}

fn is_placeholder(applied: &AppliedFix) -> bool {
    applied.safety == Safety::Placeholder
}

/// Returns `true` if a fix was for a handle.
fn is_at_handle(applied: &AppliedFix, to: &Target) -> bool {
    let member = applied.pointer.rsplit('/').next().unwrap_or_default();
    description(&to.wire).behaviour.handle_members.contains(&member)
}

/// Returns `true` if a step removes a place and writes nothing there.
fn is_removed(place: Span, step: &Step) -> bool {
    step.edits.iter().any(|edit| edit.text.is_empty() && edit.span.start <= place.start && place.end <= edit.span.end)
}

/// The reason in words: the defect, and the edit that was made.
fn reason(applied: &AppliedFix, message: Option<&str>, title: &str) -> String {
    let defect = message.or_else(|| RuleTexts::of(applied.rule).map(|texts| texts.summary)).unwrap_or_default();
    let end = if defect.is_empty() || defect.ends_with('.') { "" } else { "." };
    [defect, end, if defect.is_empty() { "" } else { " " }, "Applied: ", title].concat()
}

/// The value of the source that a fixed place of the target came from: a setting, a tool, or the first content in the place. `place` is in the text before all steps.
fn origin<'d>(applied: &AppliedFix, place: Span, (written, source, to): (&Written, &Source<'_, 'd>, &Target)) -> Option<Value<'d>> {
    let settings = &source.conversation.settings;
    // It is found where thinking is missing, and changes a setting.
    if applied.fix.effect == Effect::SwitchesThinkingOff {
        return reasoning::place(&settings.reasoning);
    }
    let path = applied.pointer.strip_prefix('/')?.replace('/', ".");
    let is_below = |own: &str| path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if let Some((setting, _)) = written.settings.iter().find(|(_, own)| is_below(own)) {
        return plain(settings, *setting);
    }
    if let Some((kind, _)) = PLACES.iter().find(|(_, own)| is_below(own)) {
        return match kind {
            Place::ToolChoice => settings.tool_choice.as_ref().map(|(_, value)| *value),
            Place::Parallel => settings.parallel.map(|(_, value)| value),
            Place::Reasoning => reasoning::place(&settings.reasoning),
            Place::Format => settings.format.as_ref().map(|(_, value)| *value),
        };
    }
    if !HOLDERS.iter().chain([&description(&to.wire).list]).any(|holder| is_below(holder)) {
        // A request that stays on its wire has its settings in the same places.
        let is_same = source.from.wire == to.wire;
        return source.request.find(&applied.pointer).ok().filter(|_| is_same);
    }
    // Inside of it, or around it.
    let after = written.places.partition_point(|(_, at)| *at < place.start);
    let inside = written.places.get(after).filter(|(_, at)| *at < place.end);
    let (span, _) = inside.or_else(|| written.places.get(after.checked_sub(1)?))?;
    source.request.at(span.start)
}

fn plain<'d>(settings: &Settings<'d>, setting: Setting) -> Option<Value<'d>> {
    settings.plain.iter().find(|(one, _)| *one == setting).map(|(_, value)| *value)
}

/// A setting that wires write in forms of their own.
#[derive(Clone, Copy)]
enum Place {
    ToolChoice,
    Parallel,
    Reasoning,
    Format,
}

/// Where wires have these settings.
const PLACES: &[(Place, &str)] = &[
    (Place::ToolChoice, "tool_choice"),
    (Place::ToolChoice, "toolConfig.toolChoice"),
    (Place::ToolChoice, "toolConfig.functionCallingConfig"),
    (Place::ToolChoice, "generation_config.tool_choice"),
    (Place::ToolChoice, "additionalModelRequestFields.tool_choice"),
    (Place::Parallel, "parallel_tool_calls"),
    (Place::Reasoning, "thinking"),
    (Place::Reasoning, "think"),
    (Place::Reasoning, "reasoning"),
    (Place::Reasoning, "reasoning_effort"),
    (Place::Reasoning, "output_config.effort"),
    (Place::Reasoning, "generationConfig.thinkingConfig"),
    (Place::Reasoning, "generation_config.thinking_level"),
    (Place::Reasoning, "generation_config.thinking_summaries"),
    (Place::Reasoning, "additionalModelRequestFields.thinking"),
    (Place::Reasoning, "additionalModelRequestFields.output_config"),
    (Place::Reasoning, "additionalModelRequestFields.reasoningConfig"),
    (Place::Format, "response_format"),
    (Place::Format, "text.format"),
    (Place::Format, "output_config.format"),
    (Place::Format, "generationConfig.responseJsonSchema"),
];

/// The members beside the list of messages that hold contents of the conversation.
const HOLDERS: &[&str] = &["system", "systemInstruction", "system_instruction", "instructions"];
