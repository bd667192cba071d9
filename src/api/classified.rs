//! A provider's error, traced back to a rule.

use super::write_number;
use crate::audit::{Classified, rules};
use crate::json::Writer;

/// Writes the rule that an error is about, with the arguments and the place that the error names, and the meaning of its code.
#[must_use]
pub fn write_classified(classified: &Classified) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    if let Some(rule) = classified.rule {
        write_number("rule", rules::number(rule), &mut out);
    }
    out.member("message", &classified.message);
    out.member_if("pointer", classified.pointer.as_deref());
    out.member_if("code", classified.code.as_deref());
    out.member_if("meaning", classified.meaning);
    if let Some(status) = classified.status {
        write_number("status", usize::from(status), &mut out);
    }
    out.name("args");
    out.open(b'{');
    classified.args.iter().for_each(|(name, value)| out.member(name, value));
    out.close(b'}');
    out.name("others");
    out.open(b'[');
    classified.others.iter().for_each(|rule| out.number(rules::number(rule)));
    out.close(b']');
    out.close(b'}');
    out.finish()
}
