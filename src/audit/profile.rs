//! The profile of a target: whose model answers, through which service, and what the tables say of both.
//!
//! A profile is a small JSON object, so that rules and tables ask it in the words of [`Value::fits`]. It starts with what the
//! caller said and what the host tells, and grows by the rows of `models/` in their order: a row sets members if its
//! query fits what is there so far, and a later row outranks an earlier one. The caller's own rows come last, so that a new
//! model or a changed contract needs no release.
//!
//! | member | what it says |
//! |---|---|
//! | `wire`, `host`, `url`, `model`, `account`, `enforced`, `era`, `betas` | the target, as given |
//! | `name` | the model without vendor or region, in lower case, dashes for points: `claude-opus-4-5`, `gpt-5-6-sol` |
//! | `dialect` | the host's variant of a chat wire |
//! | `vendor`, `surface` | who made the model, and the service that carries it |
//!
//! The rest is the tables'. A row is `{"if": query, "set": members, "since": day, "source": address}`.

use std::cell::{Cell, OnceCell};

use crate::codecs::{dialect, issuer};
use crate::error::Error;
use crate::json::{Changes, Value, Writer, is_same, scan};
use crate::model::Target;

/// The rows that are shipped, in their order: first who answers at a host, then what each vendor's models and hosts do. In wasm they
/// are not part of the code: the package hands them in with every call, before the caller's.
pub const MODELS: &[&str] = if cfg!(target_arch = "wasm32") { &[] } else { TABLES };

const TABLES: &[&str] = &[
    include_str!("models/hosts.json"),
    include_str!("models/anthropic.json"),
    include_str!("models/openai.json"),
    include_str!("models/google.json"),
    include_str!("models/openrouter.json"),
    include_str!("models/dialects.json"),
    include_str!("models/tools.json"),
    include_str!("models/ledger.json"),
];

/// Makes a profile, as JSON. Rows are a JSON array of them, or nothing.
///
/// # Errors
/// Rows that cannot be read.
pub fn profile(target: &Target, body: Value<'_>, rows: &[u8]) -> Result<Vec<u8>, Error> {
    let given = given(target, body);
    let last = LAST.take();
    if last.given == given && is_same(&last.rows, rows) {
        let text = last.text.clone();
        LAST.set(last);
        return Ok(text);
    }
    let mut text = given.clone();
    for table in MODELS {
        grow(&mut text, scan(table.as_bytes())?.root())?;
    }
    let shipped = SHIPPED.with(|shipped| shipped.get().filter(|_| rows.is_empty()).cloned());
    let all = shipped.as_deref().unwrap_or(rows);
    if !all.is_empty() {
        grow(&mut text, scan(all)?.root())?;
    }
    LAST.set(Profile { given, rows: rows.to_vec(), text: text.clone() });
    Ok(text)
}

/// Hands in the rows that are meant where a caller gives none, once: they are long, and crossing into wasm with every request takes
/// its time.
pub fn ship(rows: &[u8]) {
    SHIPPED.with(|shipped| shipped.get_or_init(|| rows.to_vec()).len());
}

/// A profile with what it was made of.
#[derive(Default)]
struct Profile {
    given: Vec<u8>,
    rows: Vec<u8>,
    text: Vec<u8>,
}

thread_local! {
    static SHIPPED: OnceCell<Vec<u8>> = const { OnceCell::new() };
    // A program mostly has one target, and the tables take longer to go through than a short request to judge.
    static LAST: Cell<Profile> = const { Cell::new(Profile { given: Vec::new(), rows: Vec::new(), text: Vec::new() }) };
}

/// Sets what the rows of a table say of it, one after the other.
fn grow(profile: &mut Vec<u8>, rows: Value<'_>) -> Result<(), Error> {
    let mut rows = rows.elements();
    loop {
        // Read again only after a row has changed it: most do not.
        let document = scan(profile)?;
        let root = document.root();
        let fits = |row: &Value<'_>| row.get("if").and_then(Value::text).is_some_and(|query| root.fits(&query.lossy()));
        let Some(row) = rows.find(fits) else { return Ok(()) };
        let mut changes = Changes::new(&document);
        for (name, value) in row.fields("set") {
            changes.set(document.root(), &name.lossy(), value.raw())?;
        }
        *profile = changes.apply()?;
    }
}

/// The members that the target and the request give themselves.
fn given(target: &Target, body: Value<'_>) -> Vec<u8> {
    let host = target.host.as_deref();
    let [vendor, surface] = issuer(target);
    let in_body = body.get("model").and_then(Value::text).map(|text| text.lossy());
    let model = target.model.as_deref().or(in_body.as_deref()).or_else(|| target.url.as_deref().and_then(in_address));
    let mut out = Writer::default();
    out.open(b'{');
    out.member("wire", target.wire.as_str());
    out.member_if("host", host);
    out.member_if("url", target.url.as_deref());
    out.member_if("dialect", host.and_then(dialect).map(|dialect| dialect.name));
    out.member_if("vendor", vendor);
    out.member_if("surface", surface);
    out.member_if("model", model);
    out.member_if("name", model.map(name).as_deref());
    out.member_if("account", target.account.as_deref());
    out.member_if("era", target.era.as_deref());
    if let Some(enforced) = target.enforced {
        out.name("enforced");
        out.flag(enforced);
    }
    out.name("betas");
    out.open(b'[');
    target.betas.iter().for_each(|beta| out.text(beta));
    for (_, value) in target.headers.iter().filter(|(name, _)| name == "anthropic-beta") {
        value.split(',').for_each(|beta| out.text(beta.trim()));
    }
    for beta in body.list("anthropic_beta").filter_map(Value::text) {
        out.text(&beta.lossy());
    }
    out.close(b']');
    out.close(b'}');
    out.finish()
}

/// The model that an address names, as Gemini's, Vertex's and Bedrock's do.
fn in_address(url: &str) -> Option<&str> {
    let mut pieces = url.split('/').skip_while(|piece| !matches!(*piece, "models" | "model"));
    pieces.nth(1)?.split([':', '?']).next().filter(|model| !model.is_empty())
}

/// A model's name without what routes it: no vendor, no region, no publisher; dashes for points.
pub(super) fn name(model: &str) -> String {
    let model = model.rsplit('/').next().unwrap_or(model);
    // Bedrock: a region, a vendor, the name; but a version has points as well.
    let routed = |piece: &str| !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_alphabetic());
    let mut name = model;
    while let Some((_, after)) = name.split_once('.').filter(|(before, _)| routed(before)) {
        name = after;
    }
    let mut plain = name.to_ascii_lowercase().into_bytes();
    for letter in &mut plain {
        if matches!(letter, b'.' | b'@' | b'_' | b':') {
            *letter = b'-';
        }
    }
    String::from_utf8(plain).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_model_goes_by_one_name_wherever_it_is() {
        for (model, known) in [
            ("claude-opus-4-5-20251101", "claude-opus-4-5-20251101"),
            ("us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5-20251101-v1-0"),
            ("claude-opus-4-5@20251101", "claude-opus-4-5-20251101"),
            ("anthropic/claude-opus-4.5", "claude-opus-4-5"),
            ("gpt-5.6-sol", "gpt-5-6-sol"),
            ("models/gemini-2.5-pro", "gemini-2-5-pro"),
            ("openai.gpt-oss-120b-1:0", "gpt-oss-120b-1-0"),
            ("global.amazon.nova-2-lite-v1:0", "nova-2-lite-v1-0"),
            ("accounts/fireworks/models/glm-4p7", "glm-4p7"),
        ] {
            assert_eq!(name(model), known);
        }
        assert_eq!(in_address("https://x/v1beta/models/gemini-3-pro:generateContent?k=1"), Some("gemini-3-pro"));
        assert_eq!(in_address("https://x/model/us.amazon.nova/converse"), Some("us.amazon.nova"));
    }
}
