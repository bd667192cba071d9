//! Replies of Anthropic's Messages: the members of a reply, and writing one as a stream.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, Templates, UsagePaths, WireReply};
use crate::model::Stop;

pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &["id", "message.id"],
        model: &["model", "message.model"],
        stops: &[
            ("stop_reason=tool_use", Stop::Calls),
            ("stop_reason=max_tokens|model_context_window_exceeded", Stop::Length),
            ("stop_reason=stop_sequence", Stop::Sequence),
            ("stop_reason=refusal", Stop::Refused),
            ("stop_reason=pause_turn", Stop::Paused),
            ("stop_reason:s", Stop::Done),
        ],
        open: "!stop_reason:s",
        failed: &[],
        usage: UsagePaths {
            input: &["usage.input_tokens", "usage.cache_read_input_tokens", "usage.cache_creation_input_tokens"],
            output: &["usage.output_tokens"],
            cached: &["usage.cache_read_input_tokens"],
            stored: &["usage.cache_creation_input_tokens"],
            thought: &["usage.output_tokens_details.thinking_tokens"],
        },
        refusals: &[],
        beside: &[("citations", "content.*.citations"), ("service_tier", "usage.service_tier"), ("stop", "stop_sequence")],
        streams_bodies: false,
    },
    grammar: &GRAMMAR,
};

/// The stream: a message starts empty; blocks start, grow and stop.
static GRAMMAR: Grammar = Grammar {
    framing: EventFraming::Named,
    begin: &[(
        "message_start",
        r#"{"type":"message_start","message":{"id":"~r","type":"message","role":"assistant","model":"~m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}}"#,
    )],
    thought: PartGrammar {
        begin: &[(START, r#"{"type":"content_block_start","index":~n,"content_block":{"type":"thinking","thinking":"","signature":""}}"#)],
        piece: &[(DELTA, r#"{"type":"content_block_delta","index":~n,"delta":{"type":"thinking_delta","thinking":"~t"}}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    text: PartGrammar {
        begin: &[(START, r#"{"type":"content_block_start","index":~n,"content_block":{"type":"text","text":""}}"#)],
        piece: &[(DELTA, r#"{"type":"content_block_delta","index":~n,"delta":{"type":"text_delta","text":"~t"}}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    refusal: None,
    stops_at_refusal: true,
    call: PartGrammar {
        begin: &[(
            START,
            r#"{"type":"content_block_start","index":~n,"content_block":{"type":"tool_use","id":"~i","name":"~f","input":{}}}"#,
        )],
        piece: &[(DELTA, r#"{"type":"content_block_delta","index":~n,"delta":{"type":"input_json_delta","partial_json":"~t"}}"#)],
        end: STOP,
        is_whole: false,
        item: "",
    },
    finish: &[
        ("message_delta", r#"{"type":"message_delta","delta":{"stop_reason":"~s","stop_sequence":null},"usage":{~u}}"#),
        ("message_stop", r#"{"type":"message_stop"}"#),
    ],
    citation: r#"{"type":"web_search_result_location","url":"~i","title":"~f","encrypted_index":"","cited_text":""}"#,
    cite: &[(DELTA, r#"{"type":"content_block_delta","index":~n,"delta":{"type":"citations_delta","citation":~g}}"#)],
    cites_message: false,
    error: &[("error", "{~x}")],
    overflow: &[],
    stops: ["end_turn", "tool_use", "max_tokens", "stop_sequence", "refusal", "pause_turn"],
    usage: &[
        (r#""input_tokens":"#, Count::Fresh, ""),
        (r#""output_tokens":"#, Count::Output, ""),
        (r#""cache_read_input_tokens":"#, Count::Cached, ""),
        (r#""cache_creation_input_tokens":"#, Count::Stored, ""),
        (r#""output_tokens_details":{"thinking_tokens":"#, Count::Thought, "}"),
    ],
};

const START: &str = "content_block_start";
const DELTA: &str = "content_block_delta";
const STOP: Templates = &[("content_block_stop", r#"{"type":"content_block_stop","index":~n}"#)];
