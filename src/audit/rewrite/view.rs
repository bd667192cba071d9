//! What a rewrite comes to as JSON: how it leaves for JavaScript.

use std::ops::Range;

use super::{Break, ProviderAnswer, Rewrite};
use crate::json::Writer;

/// A rewrite.
#[must_use]
pub fn rewrite(rewrite: &Rewrite) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("safe");
    out.flag(rewrite.breaks.is_empty());
    out.member_if("role", rewrite.role.map(crate::model::Role::name));
    out.name("breaks");
    out.open(b'[');
    rewrite.breaks.iter().for_each(|one| broken(one, &mut out));
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
        texts("thoughts", &mut elision.thoughts.iter().map(String::as_str), &mut out);
        out.member("verdict", elision.verdict.name());
        out.close(b'}');
    }
    texts("open", &mut rewrite.open.iter().copied(), &mut out);
    out.close(b'}');
    out.finish()
}

fn broken(one: &Break, out: &mut Writer) {
    out.open(b'{');
    if let Some(rule) = one.rule {
        out.name("rule");
        out.number(rule.number());
    }
    out.member_if("message", Some(one.why).filter(|why| !why.is_empty()));
    out.member("severity", one.severity.name());
    out.member("evidence", one.evidence.name());
    out.member("pointer", &one.pointer);
    texts("related", &mut one.related.iter().map(String::as_str), out);
    if let Some(ProviderAnswer { sentence, args, pointer }) = &one.answer {
        out.name("upstream");
        match sentence {
            Ok(nth) => out.number(*nth),
            Err(words) => out.text(words),
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

fn texts(name: &str, texts: &mut dyn Iterator<Item = &str>, out: &mut Writer) {
    out.name(name);
    out.open(b'[');
    texts.for_each(|text| out.text(text));
    out.close(b']');
}
