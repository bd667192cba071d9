//! Replies of Ollama's chat: the members of a reply, and writing one as lines.

use crate::conversation::reply::{Count, EventFraming, Grammar, PartGrammar, ReplyShape, Templates, UsagePaths, WireReply};
use crate::model::Stop;

pub(super) static REPLY: WireReply = WireReply {
    shape: ReplyShape {
        id: &[],
        model: &["model"],
        stops: &[("done_reason=length", Stop::Length), ("done=true message.tool_calls.*", Stop::Calls), ("done=true", Stop::Done)],
        open: "done=false",
        failed: &[],
        usage: UsagePaths { input: &["prompt_eval_count"], output: &["eval_count"], cached: &[], stored: &[], thought: &[] },
        refusals: &[],
        beside: &[("logprobs", "logprobs")],
        streams_bodies: false,
    },
    grammar: &GRAMMAR,
};

/// Writes a line with a piece of the message.
macro_rules! line {
    ($message:literal, $end:literal) => {
        &[("", concat!(r#"{"model":"~m","created_at":"~d","message":{"role":"assistant","content":"#, $message, "},", $end, "}"))]
    };
}

static GRAMMAR: Grammar = Grammar {
    framing: EventFraming::Line,
    begin: &[],
    thought: part(line!(r#""","thinking":"~t""#, r#""done":false"#), false),
    text: part(line!(r#""~t""#, r#""done":false"#), false),
    refusal: None,
    stops_at_refusal: false,
    call: part(line!(r#""","tool_calls":[{~j"function":{"index":~k,"name":"~f","arguments":~a}}]"#, r#""done":false"#), true),
    // The duration was not measured.
    finish: line!(
        r#""""#,
        r#""done":true,"done_reason":"~s","total_duration":0,"load_duration":0,"prompt_eval_duration":0,"eval_duration":0,~u"#
    ),
    citation: "",
    cite: &[],
    cites_message: false,
    error: &[("", "{~x}")],
    overflow: &[],
    stops: ["stop", "stop", "length", "stop", "stop", "stop"],
    usage: &[(r#""prompt_eval_count":"#, Count::Input, ""), (r#""eval_count":"#, Count::Output, "")],
};

const fn part(piece: Templates, is_whole: bool) -> PartGrammar {
    PartGrammar { begin: &[], piece, end: &[], is_whole, item: "" }
}
