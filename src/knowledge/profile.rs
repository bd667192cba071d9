//! The profile of a target: whose model answers, through which service, and what the tables say of both.
//!
//! A profile is a small JSON object, so that rules and tables ask it in the words of [`Value::fits`]. It starts with what the
//! caller said and what the host shows, and grows by the rows of `models/` in their order: a row sets members if its
//! query fits what is there so far, and a later row outranks an earlier one. A row that sets an object adds to its members. The caller's own rows come last, so that a new
//! model or a changed contract needs no release.
//!
//! | member | what it says |
//! |---|---|
//! | `wire`, `host`, `url`, `model`, `account`, `enforced`, `era`, `betas`, `unrecorded` | the target, as given |
//! | `version` | the `anthropic-version` of its headers |
//! | `name` | the model without vendor or region, in lower case, dashes for points: `claude-opus-4-5`, `gpt-5-6-sol`; the nearest known one, where the tables do not have it |
//! | `standing` | how the model's name stands to the tables: `known`, `variant`, `nearest`, `latest`, `unknown` |
//! | `dialect` | the host's variant of a chat wire |
//! | `vendor`, `surface` | who made the model, and the service that carries it |
//! | `gateway` | `true` if the host carries the models of several vendors on one wire |
//! | `other_wire` | `true` if the host is known to accept other wires only |
//! | `listed` | `true` if the table of hosts has the host |
//! | `own` | the members that rows of this host set |
//! | `fields` | the members of a chat message in which the dialect emits, reads, refuses and ignores reasoning |
//!
//! The rest is the tables'. A row is `{"if": query, "set": members, "since": day, "source": address}`, or the row of a host, as in
//! [`HOSTS`](crate::wires::HOSTS). A caller's row of a host takes the place of the shipped one; its facts add to the shipped ones, and outrank them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::handle_forms::vendors_form;
use super::model_name::{Standing, known_names, name, standing};
use super::recent::Recent;
use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer, is_same, scan};
use crate::model::{Target, Wire};
use crate::wires::{BETA_HEADER, HOSTS, HostRow, VERSION_HEADER, host_row, host_rows, issuer_by, may_accept, model_in_address};

/// The rows that are shipped, in their order: whose wire and model it is, then what each vendor's models and each host do. In wasm they are not part of
/// the code: the package hands them in with every call, before the caller's.
pub const MODELS: &[&str] = if cfg!(target_arch = "wasm32") { &[] } else { TABLES };

const TABLES: &[&str] = &[
    include_str!("models/names.json"),
    include_str!("models/vendors.json"),
    include_str!("models/handles.json"),
    include_str!("models/anthropic.json"),
    include_str!("models/openai.json"),
    include_str!("models/google.json"),
    include_str!("models/wires.json"),
    include_str!("models/ledger.json"),
    HOSTS,
];

/// Makes a profile, as JSON. Rows are a JSON array of them, or nothing.
///
/// # Errors
/// Rows that cannot be read.
pub fn profile(target: &Target, body: Value<'_>, rows: &[u8]) -> Result<Vec<u8>, Error> {
    let given = given_by(target.host.as_deref().and_then(host_row), target, body);
    if let Some(text) = known_profile(&given, rows) {
        return Ok(text);
    }
    let shipped = SHIPPED.with(|shipped| shipped.get().filter(|_| rows.is_empty()).cloned());
    let all = scan(Some(shipped.as_deref().unwrap_or(rows)).filter(|rows| !rows.is_empty()).unwrap_or(b"[]"))?;
    // The last row of a host outranks those before it, and the shipped one.
    let hosts: Vec<HostRow> = all.root().elements().filter_map(HostRow::read).collect();
    let row_of = |is_it: &dyn Fn(&HostRow) -> bool| hosts.iter().rev().chain(host_rows()).find(|row| is_it(row));
    let row = target.host.as_deref().and_then(|host| row_of(&|row| row.is_host(host)));
    let mut text = given_by(row, target, body);
    place_model(&mut text, all.root())?;
    for table in MODELS {
        grow(&mut text, scan(table.as_bytes())?.root())?;
    }
    grow(&mut text, all.root())?;
    add_refused_form(&mut text)?;
    add_fields(&mut text, row_of)?;
    LAST.with_borrow_mut(|last| {
        // A program has the same rows for all its targets.
        let shared = last.newest().filter(|one| *one.rows == *rows).map(|one| Rc::clone(&one.rows));
        last.put(given, Profile { rows: shared.unwrap_or_else(|| Rc::from(rows)), text: text.clone() });
    });
    Ok(text)
}

/// The profile that was made of the same not long ago.
fn known_profile(given: &[u8], rows: &[u8]) -> Option<Vec<u8>> {
    LAST.with_borrow(|last| last.get(given).filter(|one| is_same(&one.rows, rows)).map(|one| one.text.clone()))
}

/// Hands in the rows that are meant where a caller gives none, once: they are long, and crossing into wasm with every request takes
/// its time.
pub fn ship(rows: &[u8]) {
    SHIPPED.with(|shipped| shipped.get_or_init(|| rows.to_vec()).len());
}

/// A profile with the rows that it was made of.
struct Profile {
    rows: Rc<[u8]>,
    text: Vec<u8>,
}

thread_local! {
    static SHIPPED: OnceCell<Vec<u8>> = const { OnceCell::new() };
    static LAST: RefCell<Recent<Profile>> = const { RefCell::new(Recent::new()) };
}

/// Sets the members that the rows of a table give it, one after the other. The facts in the row of a host hold at that host alone: the row has the
/// name of the dialect, or of the service where there is no dialect.
fn grow(profile: &mut Vec<u8>, rows: Value<'_>) -> Result<(), Error> {
    grow_by_rows(profile, rows, false)?;
    let document = scan(profile)?;
    let named = ["dialect", "surface"].map(|member| document.root().word(member)).into_iter().find(|name| !name.is_empty());
    let Some(name) = named.map(str::to_owned) else { return Ok(()) };
    for host in rows.elements().filter(|row| row.word("name") == name) {
        host.get("facts").map_or(Ok(()), |facts| grow_by_rows(profile, facts, true))?;
    }
    Ok(())
}

/// Sets the members of every row whose query fits, and notes those that hold for this host.
fn grow_by_rows(profile: &mut Vec<u8>, rows: Value<'_>, of_host: bool) -> Result<(), Error> {
    let mut rows = rows.elements();
    loop {
        // Read again only after a row has changed it: most do not.
        let document = scan(profile)?;
        let root = document.root();
        let fits = |row: &Value<'_>| row.get("if").and_then(Value::text).is_some_and(|query| root.fits(&query.lossy()));
        let Some(row) = rows.find(fits) else { return Ok(()) };
        let mut changes = Changes::new(&document);
        if of_host || names_host(row) {
            changes.set(root, "own", &own_members(root, row))?;
        }
        for (name, value) in row.fields("set") {
            match root.get(&name.lossy()).filter(|own| own.kind() == Kind::Object && value.kind() == Kind::Object) {
                // A row adds to an object, so that the rows of a model need not know each other.
                Some(own) => value.members().try_for_each(|(name, value)| changes.set(own, &name.lossy(), value.raw()))?,
                None => changes.set(root, &name.lossy(), value.raw())?,
            }
        }
        *profile = changes.apply()?;
    }
}

/// Returns `true` if the query of a row names a host.
fn names_host(row: Value<'_>) -> bool {
    row.word("if").split([' ', ',']).any(|condition| ["host", "surface", "dialect"].iter().any(|name| condition.starts_with(name)))
}

/// Writes the members that rows of this host have set, with those of one more row.
fn own_members(root: Value<'_>, row: Value<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    root.list("own").for_each(|name| out.raw(name.raw()));
    row.fields("set").for_each(|(name, _)| out.text(&name.lossy()));
    out.close(b']');
    out.finish()
}

/// Gives a gateway or an unlisted host the form of its vendor's handles after it has refused one: it verifies them. A listed host of a vendor without a form
/// answers with handles in a form of its own.
fn add_refused_form(profile: &mut Vec<u8>) -> Result<(), Error> {
    let document = scan(profile)?;
    let form = Some(document.root()).filter(|root| root.fits("refused !handle_form gateway=true,!listed")).and_then(vendors_form);
    let Some(form) = form else { return Ok(()) };
    let mut changes = Changes::new(&document);
    changes.set(document.root(), "handle_form", format!("\"{form}\"").as_bytes())?;
    *profile = changes.apply()?;
    Ok(())
}

/// Gives a model that the tables do not have the name of the nearest one, so that their rows fit it. Says how it stands to them.
fn place_model(profile: &mut Vec<u8>, rows: Value<'_>) -> Result<(), Error> {
    let document = scan(profile)?;
    let name = document.root().word("name");
    if name.is_empty() {
        return Ok(());
    }
    let mut known = Vec::new();
    for table in MODELS {
        known_names(scan(table.as_bytes())?.root(), &mut known);
    }
    known_names(rows, &mut known);
    let (word, taken) = match standing(name, &known) {
        Standing::Known => ("known", None),
        Standing::Variant => ("variant", None),
        Standing::Nearest(taken) => ("nearest", Some(taken)),
        Standing::Latest(taken) => ("latest", Some(taken)),
        Standing::Unknown => ("unknown", None),
    };
    let mut changes = Changes::new(&document);
    changes.set(document.root(), "standing", format!("\"{word}\"").as_bytes())?;
    if let Some(taken) = taken {
        changes.set(document.root(), "name", format!("\"{taken}\"").as_bytes())?;
    }
    *profile = changes.apply()?;
    Ok(())
}

/// Adds the members of a message in which the dialect emits, reads, refuses and ignores reasoning.
fn add_fields<'r>(profile: &mut Vec<u8>, row_of: impl Fn(&dyn Fn(&HostRow) -> bool) -> Option<&'r HostRow>) -> Result<(), Error> {
    let document = scan(profile)?;
    let name = document.root().word("dialect");
    let Some(dialect) = row_of(&|row| row.name == name && row.dialect.is_some()).and_then(|row| row.dialect.as_ref()) else {
        return Ok(());
    };
    let mut fields = Writer::default();
    fields.open(b'{');
    for (name, members) in
        [("emits", &dialect.emits), ("reads", &dialect.reads), ("refuses", &dialect.refuses), ("ignores", &dialect.ignores)]
    {
        fields.name(name);
        fields.open(b'[');
        members.iter().for_each(|member| fields.text(member));
        fields.close(b']');
    }
    fields.close(b'}');
    let mut changes = Changes::new(&document);
    changes.set(document.root(), "fields", &fields.finish())?;
    *profile = changes.apply()?;
    Ok(())
}

/// The members that the target and the request give themselves.
fn given_by(row: Option<&HostRow>, target: &Target, body: Value<'_>) -> Vec<u8> {
    let [vendor, surface] = issuer_by(row, target);
    let in_body = body.get("model").and_then(Value::text).map(|text| text.lossy());
    let in_address = target.url.as_deref().and_then(model_in_address);
    let model = target.model.as_deref().or(in_body.as_deref()).or(in_address.as_deref());
    let mut out = Writer::default();
    out.open(b'{');
    out.member("wire", target.wire.as_str());
    out.member_if("host", target.host.as_deref());
    out.member_if("url", target.url.as_deref());
    out.member_if("dialect", row.and_then(|row| row.dialect.as_ref()).map(|dialect| dialect.name.as_str()));
    out.member_if("vendor", vendor);
    out.member_if("surface", surface);
    if row.is_some_and(|row| row.gateway) {
        out.name("gateway");
        out.flag(true);
    }
    if row.is_some_and(|row| !may_accept(row, &target.wire)) {
        out.name("other_wire");
        out.flag(true);
    }
    if row.is_some() {
        out.name("listed");
        out.flag(true);
    }
    out.member_if("model", model);
    out.member_if("name", model.map(name).as_deref());
    out.member_if("account", target.account.as_deref());
    out.member_if("era", target.era.as_deref());
    let version = target.headers.iter().find(|(name, _)| name == VERSION_HEADER).map(|(_, value)| value.trim());
    out.member_if("version", version);
    if let Some(enforced) = target.enforced {
        out.name("enforced");
        out.flag(enforced);
    }
    if !target.unrecorded.is_empty() {
        out.name("unrecorded");
        out.open(b'[');
        target.unrecorded.iter().for_each(|what| out.text(what));
        out.close(b']');
    }
    if let Some(betas) = betas_of(target, body) {
        out.name("betas");
        out.open(b'[');
        betas.iter().for_each(|beta| out.text(beta));
        out.close(b']');
    }
    out.close(b'}');
    out.finish()
}

/// The betas of a request. `None` if they are unknown: nobody gave them, and nothing of the request shows them.
fn betas_of(target: &Target, body: Value<'_>) -> Option<Vec<String>> {
    let mut betas = target.betas.clone();
    for (_, value) in target.headers.iter().filter(|(name, _)| name == BETA_HEADER) {
        betas.get_or_insert_default().extend(value.split(',').map(|beta| beta.trim().to_owned()));
    }
    // Bedrock has no header for them: InvokeModel reads them in the body, and Converse hands them on with the model's own parameters. Anthropic's clients
    // take them in `betas`, and make the header of it.
    for holder in [Some(body), body.get("additionalModelRequestFields")].into_iter().flatten() {
        for list in ["anthropic_beta", "betas"].into_iter().filter_map(|name| holder.get(name)) {
            betas.get_or_insert_default().extend(list.elements().filter_map(Value::text).map(|beta| beta.lossy().into_owned()));
        }
    }
    let shows_all = target.wire == Wire::BEDROCK_CONVERSE || body.fits("anthropic_version^bedrock") || has_version_header(target);
    if shows_all {
        betas.get_or_insert_default();
    }
    betas
}

/// Returns `true` if the headers of the call to Anthropic are known: every call has this one.
fn has_version_header(target: &Target) -> bool {
    target.headers.iter().any(|(name, _)| name == VERSION_HEADER)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::model::Wire;

    fn profile_at(host: &str, rows: &str) -> String {
        let target = Target { host: Some(host.to_owned()), model: Some("acme-1".to_owned()), ..Target::new(Wire::OPENAI_CHAT) };
        let document = scan(b"{}").unwrap();
        String::from_utf8(profile(&target, document.root(), rows.as_bytes()).unwrap()).unwrap()
    }

    fn fits(profile: &str, query: &str) -> bool {
        scan(profile.as_bytes()).unwrap().root().fits(query)
    }

    #[test]
    fn a_row_of_a_callers_host_outranks_the_shipped_one_and_brings_its_facts() {
        let shipped = profile_at("api.groq.com", "");
        assert!(
            fits(&shipped, "dialect=groq vendor=groq fields.reads.*=reasoning fields.refuses.*=reasoning_content !thinks"),
            "{shipped}"
        );
        let rows = r#"[{"name":"groq","domains":["groq.com"],"vendor":"acme","emits":["thinking"],"reads":["thinking"],
            "facts":[{"if":"name^acme","set":{"thinks":"always"}},{"if":"name^other","set":{"thinks":"never"}}]}]"#;
        let own = profile_at("api.groq.com", rows);
        assert!(fits(&own, "dialect=groq vendor=acme fields.reads.*=thinking !fields.refuses.* thinks=always"), "{own}");
        assert!(
            fits(&profile_at("api.deepseek.com", rows), "dialect=deepseek vendor=deepseek !thinks=never"),
            "other hosts keep their rows"
        );
    }

    #[test]
    fn a_host_that_is_not_shipped_is_one_row_of_the_callers() {
        assert!(fits(&profile_at("llm.acme.example", ""), "!dialect !vendor surface=llm.acme.example"));
        let rows = r#"[{"if":"dialect=acme","set":{"order":"openai"}},{"name":"acme","domains":["acme.example"],"surface":"acme","gateway":true,"emits":["reasoning"]}]"#;
        let own = profile_at("llm.acme.example", rows);
        assert!(
            fits(&own, "dialect=acme !vendor surface=acme gateway=true order=openai fields.emits.*=reasoning !fields.reads.*"),
            "{own}"
        );
    }
}
