//! Reasoning options of the chats: nearly every dialect has different ones.

use super::dialects::THINKING_CHUNKS;
use crate::conversation::reasoning;
use crate::conversation::reasoning::{Amount, note_amount, words};
use crate::conversation::writer::RequestWriter;
use crate::json::Value;
use crate::model::Reasoning;

/// The reasoning options of a dialect.
struct Switch {
    /// The dialect.
    target: &'static str,
    /// The member that enables reasoning, with its values for on and off.
    member: Option<(&'static str, [&'static str; 2])>,
    /// True if it accepts `reasoning_effort`.
    has_effort: bool,
    /// The member for a number of tokens.
    budget: Option<&'static str>,
    /// The supported effort words if the tables have none. An empty list allows any.
    words: &'static [&'static str],
}

const THINKING: (&str, [&str; 2]) = ("thinking", [r#"{"type":"enabled"}"#, r#"{"type":"disabled"}"#]);
const ADAPTIVE: (&str, [&str; 2]) = ("thinking", [r#"{"type":"adaptive"}"#, r#"{"type":"disabled"}"#]);
const TEMPLATE: (&str, [&str; 2]) = ("chat_template_kwargs", [r#"{"enable_thinking":true}"#, r#"{"enable_thinking":false}"#]);

/// The first match counts.
const SWITCHES: &[Switch] = &[
    Switch { target: "dialect=deepseek", member: Some(THINKING), words: &["low", "medium", "high", "xhigh", "max"], ..PLAIN },
    Switch { target: "dialect=glm", member: Some(THINKING), ..PLAIN },
    Switch { target: "dialect=mimo,dialect=kimi !name^kimi-k3", member: Some(THINKING), has_effort: false, ..PLAIN },
    Switch { target: "dialect=minimax", member: Some(ADAPTIVE), has_effort: false, ..PLAIN },
    Switch {
        target: "dialect=qwen",
        member: Some(("enable_thinking", ["true", "false"])),
        has_effort: false,
        budget: Some("thinking_budget"),
        ..PLAIN
    },
    Switch { target: "dialect=vllm|sglang|llamacpp", member: Some(TEMPLATE), ..PLAIN },
    Switch { target: "dialect=gemini", words: &["none", "minimal", "low", "medium", "high"], ..PLAIN },
    Switch { target: "dialect=mistral efforts,name^mistral-small|mistral-medium", words: &["none", "high"], ..PLAIN },
    Switch { target: "dialect=mistral,wire=mistral-chat", has_effort: false, ..PLAIN },
    Switch { target: "effort=false", has_effort: false, ..PLAIN },
    PLAIN,
];

const PLAIN: Switch = Switch { target: "", member: None, has_effort: true, budget: None, words: &[] };

pub(super) fn write_reasoning<'d>(reasoning: &Reasoning<'d>, request: &mut RequestWriter<'_, 'd>) {
    if request.profile.fits("wire=openrouter-chat") {
        return write_object(reasoning, request);
    }
    note_shown(reasoning, request);
    if !reasoning::is_said(reasoning) {
        return;
    }
    let Some(switch) = SWITCHES.iter().find(|switch| request.profile.fits(switch.target)) else { return };
    let is_off = reasoning::is_off(reasoning);
    if let Some((name, [on, off])) = switch.member {
        let types = words(request.profile, "thinking");
        if is_off && (request.profile.fits("thinks=always") || !types.is_empty() && !types.contains(&"disabled")) {
            return request.notes.at(reasoning::place(reasoning), "reasoning", "the target cannot switch reasoning off");
        }
        request.json(name, if is_off { off } else { on }.as_bytes());
    }
    if is_off && switch.member.is_some() {
        return;
    }
    write_amount(reasoning, is_off, switch, request);
}

fn write_amount<'d>(reasoning: &Reasoning<'d>, is_off: bool, switch: &Switch, request: &mut RequestWriter<'_, 'd>) {
    let is_amount_said = reasoning.effort.is_some() || reasoning.budget.is_some();
    let why = if let Some(name) = switch.budget {
        match reasoning::budget(reasoning) {
            Some(Amount { value, is_exact }) => {
                request.out.name(name);
                request.out.integer(value);
                if !is_exact {
                    note_amount(reasoning, name, &value.to_string(), request.notes);
                }
                None
            }
            None => is_amount_said.then_some("the target requires a token budget"),
        }
    } else if switch.has_effort {
        match effort(reasoning, is_off, switch.words, request.profile) {
            Some(Amount { value, is_exact }) => {
                request.out.member("reasoning_effort", &value);
                if !is_exact {
                    note_amount(reasoning, "reasoning_effort", &value, request.notes);
                }
                None
            }
            None => switch.member.is_none().then_some("the target has no such effort level: its default applies"),
        }
    } else {
        let has_rest = is_amount_said || switch.member.is_none();
        has_rest.then_some("the target has no setting for the amount of reasoning")
    };
    if let Some(why) = why {
        request.notes.at(reasoning::place(reasoning), "reasoning", why);
    }
}

/// Returns the effort word that the target accepts.
fn effort(reasoning: &Reasoning<'_>, is_off: bool, default: &[&'static str], profile: Value<'_>) -> Option<Amount<String>> {
    let mut takes = words(profile, "efforts");
    let refused = words(profile, "refused_efforts");
    if takes.is_empty() {
        takes.extend(if default.is_empty() && !refused.is_empty() { ALL } else { default });
    }
    takes.retain(|word| !refused.contains(word));
    if is_off { reasoning::nearest("none", &takes) } else { reasoning::effort(reasoning, &takes) }
}

const ALL: &[&str] = &["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Notes a request to show or hide reasoning that the target does not support.
fn note_shown<'d>(reasoning: &Reasoning<'d>, request: &mut RequestWriter<'_, 'd>) {
    let shows = request.profile.fits(THINKING_CHUNKS) || request.profile.fits("fields.emits.* !dialect=gemini");
    if let Some((is_wanted, value)) = reasoning.shown
        && is_wanted != shows
    {
        request.notes.lose(
            value,
            "shown",
            if shows { "the target always returns its reasoning" } else { "the target does not return its reasoning" },
        );
    }
}

/// Writes OpenRouter's object, which accepts either an effort or a number of tokens, not both.
fn write_object<'d>(reasoning: &Reasoning<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_hidden = reasoning.shown.is_some_and(|(shown, _)| !shown);
    let is_off = reasoning::is_off(reasoning);
    if is_off && request.profile.fits("mandatory=true") {
        return request.notes.at(reasoning::place(reasoning), "reasoning", "the target cannot switch reasoning off");
    }
    if !reasoning::is_said(reasoning) && !is_hidden {
        return;
    }
    request.out.name("reasoning");
    request.out.open(b'{');
    match (effort(reasoning, is_off, &[], request.profile), reasoning.budget) {
        (Some(none), _) if is_off => request.out.member("effort", &none.value),
        (_, Some(budget)) if reasoning.effort.is_none() => request.json("max_tokens", budget.raw()),
        (Some(effort), budget) => {
            request.out.member("effort", &effort.value);
            if !effort.is_exact {
                note_amount(reasoning, "effort", &effort.value, request.notes);
            }
            request.notes.at(budget, "reasoning", "the target allows an effort or a token budget, not both");
        }
        (None, _) if reasoning.on.is_some() => request.json("enabled", b"true"),
        (None, _) => request.notes.at(reasoning.effort, "reasoning", "the target has no such effort level"),
    }
    if is_hidden {
        request.json("exclude", b"true");
    }
    request.out.close(b'}');
}
