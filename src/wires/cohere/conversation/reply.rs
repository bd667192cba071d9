//! Replies of Cohere's Chat: the members of a reply, and writing one as a stream.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, Templates, UsagePaths, WireReply};
use crate::model::Stop;

/// No reply names its model.
pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &["id"],
        model: &[],
        stops: &[
            ("finish_reason=TOOL_CALL", Stop::Calls),
            ("finish_reason=MAX_TOKENS", Stop::Length),
            ("finish_reason=STOP_SEQUENCE", Stop::Sequence),
            ("finish_reason:s", Stop::Done),
        ],
        open: "!finish_reason:s",
        failed: &["finish_reason=ERROR|TIMEOUT"],
        usage: UsagePaths {
            input: &["usage.tokens.input_tokens"],
            output: &["usage.tokens.output_tokens"],
            cached: &["usage.cached_tokens"],
            stored: &[],
            thought: &["usage.tokens.reasoning_tokens"],
        },
        refusals: &[],
        beside: &[("citations", "message.citations"), ("logprobs", "logprobs")],
        streams_bodies: false,
    },
    grammar: &GRAMMAR,
};

/// The stream: a message starts empty; contents and calls start, grow and end. Calls have a separate count.
static GRAMMAR: Grammar = Grammar {
    framing: EventFraming::Named,
    begin: &[(
        "message-start",
        r#"{"id":"~r","type":"message-start","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}"#,
    )],
    thought: PartGrammar {
        begin: &[(START, r#"{"type":"content-start","index":~n,"delta":{"message":{"content":{"type":"thinking","thinking":""}}}}"#)],
        piece: &[(DELTA, r#"{"type":"content-delta","index":~n,"delta":{"message":{"content":{"thinking":"~t"}}}}"#)],
        end: END,
        is_whole: false,
        item: "",
    },
    text: PartGrammar {
        begin: &[(START, r#"{"type":"content-start","index":~n,"delta":{"message":{"content":{"type":"text","text":""}}}}"#)],
        piece: &[(DELTA, r#"{"type":"content-delta","index":~n,"delta":{"message":{"content":{"text":"~t"}}}}"#)],
        end: END,
        is_whole: false,
        item: "",
    },
    refusal: None,
    stops_at_refusal: false,
    call: PartGrammar {
        begin: &[(
            "tool-call-start",
            r#"{"type":"tool-call-start","index":~k,"delta":{"message":{"tool_calls":{"id":"~i","type":"function","function":{"name":"~f","arguments":""}}}}}"#,
        )],
        piece: &[(
            "tool-call-delta",
            r#"{"type":"tool-call-delta","index":~k,"delta":{"message":{"tool_calls":{"function":{"arguments":"~t"}}}}}"#,
        )],
        end: &[("tool-call-end", r#"{"type":"tool-call-end","index":~k}"#)],
        is_whole: false,
        item: "",
    },
    finish: &[("message-end", r#"{"type":"message-end","delta":{"finish_reason":"~s","usage":{~u}}}"#)],
    citation: "",
    cite: &[],
    cites_message: false,
    error: &[("error", "{~x}")],
    overflow: &[],
    stops: ["COMPLETE", "TOOL_CALL", "MAX_TOKENS", "STOP_SEQUENCE", "ERROR", "COMPLETE"],
    usage: &[
        (r#""tokens":{"input_tokens":"#, Count::Input, ""),
        (r#""reasoning_tokens":"#, Count::Thought, ""),
        (r#""output_tokens":"#, Count::Output, "}"),
        (r#""cached_tokens":"#, Count::Cached, ""),
    ],
};

const START: &str = "content-start";
const DELTA: &str = "content-delta";
const END: Templates = &[("content-end", r#"{"type":"content-end","index":~n}"#)];
