//! The answer of `canRewrite`: what a rewrite would break, and which ranges are safe.

use std::ops::Range;

use super::{write_number, write_texts};
use crate::audit::rewrite::ProviderAnswer;
use crate::audit::{Break, Rewrite, rules};
use crate::json::Writer;

/// Writes what a rewrite would break, with the smallest and the largest range around it that are safe.
#[must_use]
pub fn write_rewrite(rewrite: &Rewrite) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("safe");
    out.flag(rewrite.breaks.is_empty());
    out.member_if("role", rewrite.role.map(crate::model::Role::name));
    out.name("breaks");
    out.open(b'[');
    rewrite.breaks.iter().for_each(|one| write_break(one, &mut out));
    out.close(b']');
    for (name, range) in [("smallest", &rewrite.smallest), ("largest", &rewrite.largest)] {
        if let Some(Range { start, end }) = range {
            out.name(name);
            out.open(b'[');
            out.number(*start);
            out.number(*end);
            out.close(b']');
        }
    }
    if let Some(elision) = &rewrite.elision {
        out.name("elision");
        out.open(b'{');
        write_texts("thoughts", &mut elision.thoughts.iter().map(String::as_str), &mut out);
        out.member("verdict", elision.verdict.name());
        out.close(b'}');
    }
    write_texts("open", &mut rewrite.open.iter().copied(), &mut out);
    out.close(b'}');
    out.finish()
}

fn write_break(one: &Break, out: &mut Writer) {
    out.open(b'{');
    if let Some(rule) = one.rule {
        write_number("rule", rules::number(rule), out);
    }
    out.member_if("message", Some(one.why).filter(|why| !why.is_empty()));
    out.member("severity", one.severity.name());
    out.member("evidence", one.evidence.name());
    out.member("pointer", &one.pointer);
    write_texts("related", &mut one.related.iter().map(String::as_str), out);
    if let Some(ProviderAnswer { sentence, args, pointer }) = &one.answer {
        match sentence {
            Ok(sentence) => out.member("sentence", sentence.name),
            Err(words) => out.member("upstream", words),
        }
        out.name("args");
        out.open(b'{');
        args.iter().for_each(|(name, value)| out.member(name, value));
        out.close(b'}');
        out.member("now", pointer);
    }
    out.member_if("needs", one.needs);
    out.close(b'}');
}
