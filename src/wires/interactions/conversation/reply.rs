//! Replies of Interactions: the members of a reply, and writing one as a stream.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, Templates, UsagePaths, WireReply};
use crate::model::Stop;

pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &["id", "interaction.id"],
        model: &["model", "interaction.model"],
        stops: &[
            ("status=requires_action", Stop::Calls),
            ("status=incomplete", Stop::Length),
            ("status=requires_continuation", Stop::Paused),
            ("status=completed", Stop::Done),
        ],
        open: "status=in_progress",
        failed: &["status=failed|cancelled"],
        usage: UsagePaths {
            input: &["usage.total_input_tokens", "usage.total_tool_use_tokens"],
            output: &["usage.total_output_tokens", "usage.total_thought_tokens"],
            cached: &["usage.total_cached_tokens"],
            stored: &[],
            thought: &["usage.total_thought_tokens"],
        },
        refusals: &[],
        beside: &[("citations", "steps.*.content.*.annotations"), ("citations", "outputs.*.annotations")],
        streams_bodies: false,
    },
    grammar: &GRAMMAR,
};

/// The stream: an interaction begins; steps start, grow and stop. A piece of a summary is a separate content, so the text of a thought is one piece.
static GRAMMAR: Grammar = Grammar {
    framing: EventFraming::Unnamed,
    begin: &[
        (
            "",
            r#"{"interaction":{"id":"~r","status":"in_progress","object":"interaction","model":"~m"},"event_type":"interaction.created"}"#,
        ),
        ("", r#"{"interaction_id":"~r","status":"in_progress","event_type":"interaction.status_update"}"#),
    ],
    thought: PartGrammar {
        begin: &[("", r#"{"index":~n,"step":{"type":"thought"},"event_type":"step.start"}"#)],
        piece: &[(
            "",
            r#"{"index":~n,"delta":{"content":{"text":"~t","type":"text"},"type":"thought_summary"},"event_type":"step.delta"}"#,
        )],
        end: STOP,
        is_whole: true,
        item: "",
    },
    text: PartGrammar {
        begin: &[("", r#"{"index":~n,"step":{"type":"model_output"},"event_type":"step.start"}"#)],
        piece: &[("", r#"{"index":~n,"delta":{"text":"~t","type":"text"},"event_type":"step.delta"}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    refusal: None,
    stops_at_refusal: false,
    call: PartGrammar {
        begin: &[("", r#"{"index":~n,"step":{"id":"~i","type":"function_call","name":"~f","arguments":{}},"event_type":"step.start"}"#)],
        piece: &[("", r#"{"index":~n,"delta":{"arguments":"~t","type":"arguments_delta"},"event_type":"step.delta"}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    finish: &[(
        "",
        r#"{"interaction":{"id":"~r","status":"~s","usage":{~u},"object":"interaction","model":"~m"},"event_type":"interaction.completed"}"#,
    )],
    citation: "",
    cite: &[],
    cites_message: false,
    error: &[("", r#"{~x,"event_type":"error"}"#)],
    overflow: &[],
    stops: ["completed", "requires_action", "incomplete", "completed", "failed", "incomplete"],
    usage: &[
        (r#""total_tokens":"#, Count::Total, ""),
        (r#""total_input_tokens":"#, Count::Input, ""),
        (r#""total_cached_tokens":"#, Count::Cached, ""),
        (r#""total_output_tokens":"#, Count::Said, ""),
        (r#""total_thought_tokens":"#, Count::Thought, ""),
    ],
};

const STOP: Templates = &[("", r#"{"index":~n,"event_type":"step.stop"}"#)];
