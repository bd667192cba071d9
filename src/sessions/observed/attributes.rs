//! The attributes of a span by their full names, in any form: as the list of OTLP, as an object with dots in its names, or as nested objects.
//!
//! Only the wanted ones are kept: a span may have thousands of others.

use super::given::Given;
use crate::json::{Kind, Value, Writer};

/// The wanted attributes, by their names.
pub(super) struct Attributes<'d> {
    wanted: &'static [&'static [&'static str]],
    found: Vec<(&'static str, Given<'d>)>,
    /// Beginnings of names, and whether an attribute has each.
    begun: Vec<(&'static str, bool)>,
}

impl<'d> Attributes<'d> {
    /// Reads the attributes of a span, and those of its events: older conventions keep contents in events.
    pub(super) fn of(span: Value<'d>, wanted: &'static [&'static [&'static str]], beginnings: &[&'static str]) -> Self {
        let begun = beginnings.iter().map(|beginning| (*beginning, false)).collect();
        let mut attributes = Self { wanted, found: Vec::new(), begun };
        span.list("events").filter_map(|event| event.get("attributes")).for_each(|given| attributes.read(given));
        span.get("attributes").into_iter().for_each(|given| attributes.read(given));
        attributes
    }

    /// Returns the attribute of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Given<'d>> {
        self.found.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Returns the first attribute of several names that is neither `null` nor empty.
    pub(super) fn first(&self, names: &[&str]) -> Option<&Given<'d>> {
        names.iter().filter_map(|name| self.get(name)).find(|value| !value.is_blank())
    }

    /// Returns `true` if the name of an attribute has this beginning.
    pub(super) fn has_beginning(&self, beginning: &str) -> bool {
        self.begun.iter().any(|(own, is_there)| *own == beginning && *is_there)
    }

    fn read(&mut self, given: Value<'d>) {
        for pair in given.elements() {
            if let Some(key) = pair.get("key").and_then(Value::text) {
                self.add_typed(&key.lossy(), pair.get("value"));
            }
        }
        given.members().for_each(|(name, value)| self.add(&name.lossy(), value));
    }

    /// Adds a value. The members of an object are added each under its own name. Lists stay whole.
    fn add(&mut self, name: &str, value: Value<'d>) {
        if value.kind() != Kind::Object {
            return self.put(name, Given::Value(value));
        }
        if self.leads_on(name) {
            value.members().for_each(|(inner, own)| self.add(&[name, ".", &inner.lossy()].concat(), own));
        }
    }

    /// Adds a typed value of OTLP.
    fn add_typed(&mut self, name: &str, value: Option<Value<'d>>) {
        let Some(value) = value else { return };
        if let Some(list) = value.path("kvlistValue.values") {
            if self.leads_on(name) {
                for pair in list.elements() {
                    let inner = pair.get("key").and_then(Value::text).map(|key| key.lossy().into_owned()).unwrap_or_default();
                    self.add_typed(&[name, ".", &inner].concat(), pair.get("value"));
                }
            }
        } else if value.fits("arrayValue:o") {
            let mut out = Writer::default();
            write_plain(value, &mut out);
            self.put(name, Given::Made(out.finish()));
        } else if let Some(plain) = plain(value) {
            self.put(name, plain);
        }
    }

    /// Returns `true` if an object of that name may contain a wanted attribute. A name grows by each step, so the steps are few.
    fn leads_on(&mut self, name: &str) -> bool {
        let mut is_begun = false;
        for (beginning, is_there) in &mut self.begun {
            let has = name.starts_with(*beginning) || name.len() + 1 == beginning.len() && beginning.starts_with(name);
            *is_there |= has;
            is_begun |= !has && beginning.starts_with(name);
        }
        let begins = |wanted: &str| wanted.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        is_begun || self.wanted.iter().copied().flatten().any(|wanted| begins(wanted))
    }

    /// Keeps a value. The later of two values with one name counts.
    fn put(&mut self, name: &str, value: Given<'d>) {
        self.begun.iter_mut().for_each(|(beginning, is_there)| *is_there |= name.starts_with(*beginning));
        let Some(name) = self.wanted.iter().copied().flatten().find(|wanted| **wanted == name) else { return };
        self.found.retain(|(own, _)| own != name);
        self.found.push((name, value));
    }
}

/// The members of a typed value that is neither a list nor an object. The first that exists is the value.
const SCALARS: [&str; 4] = ["stringValue", "boolValue", "doubleValue", "intValue"];

fn plain(value: Value<'_>) -> Option<Given<'_>> {
    let (name, scalar) = SCALARS.iter().find_map(|name| Some((*name, value.get(name).filter(|value| !value.is_null())?)))?;
    // OTLP writes long numbers as strings.
    let digits = scalar.text().map(|text| text.raw()).filter(|_| name == "intValue");
    Some(digits.filter(|digits| is_whole(digits)).map_or(Given::Value(scalar), |digits| Given::Made(digits.to_vec())))
}

fn is_whole(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) && (digits == b"0" || !digits.starts_with(b"0"))
}

/// Writes a typed value as plain JSON. It is recursive; the scan has limited the depth.
fn write_plain(value: Value<'_>, out: &mut Writer) {
    if value.fits("arrayValue:o") {
        out.open(b'[');
        value.list("arrayValue.values").for_each(|element| write_plain(element, out));
        out.close(b']');
    } else if value.fits("kvlistValue:o") {
        out.open(b'{');
        for pair in value.list("kvlistValue.values") {
            out.name(&pair.get("key").and_then(Value::text).map(|key| key.lossy()).unwrap_or_default());
            match pair.get("value") {
                Some(value) => write_plain(value, out),
                None => out.raw(b"null"),
            }
        }
        out.close(b'}');
    } else {
        out.raw(plain(value).as_ref().map_or(b"null", Given::json));
    }
}
