//! The result of each rule, which every report has.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::audit::{Check, rules};

/// The result of each rule, in the order of the rules.
pub struct Checks(Vec<Check>);

impl Checks {
    /// Takes the results of a report.
    pub(in crate::api) fn new(checks: &[Check]) -> Self {
        Self(checks.to_vec())
    }

    /// The id of each rule, and its result in words.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
        rules::all().zip(&self.0).map(|(rule, check)| (rule.id, words(*check)))
    }

    /// Their JSON, the same as `serde_json` writes. For a short request it is most of a report, and mostly the same as for the request before.
    pub(super) fn json(&self) -> Rc<[u8]> {
        LAST.with_borrow_mut(|last| {
            if let Some(last) = last.as_ref().filter(|last| last.checks == self.0) {
                return Rc::clone(&last.json);
            }
            let json: Rc<[u8]> = super::json_of(self).into();
            *last = Some(Written { checks: self.0.clone(), json: Rc::clone(&json) });
            json
        })
    }
}

/// Checks and their JSON.
struct Written {
    checks: Vec<Check>,
    json: Rc<[u8]>,
}

thread_local! {
    static LAST: RefCell<Option<Written>> = const { RefCell::new(None) };
}

impl Serialize for Checks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (rule, check) in self.iter() {
            map.serialize_entry(rule, &check)?;
        }
        map.end()
    }
}

/// The result of a rule, in words.
fn words(check: Check) -> Cow<'static, str> {
    match check {
        Check::Passed => Cow::Borrowed("passed"),
        Check::Failed => Cow::Borrowed("failed"),
        Check::NotApplicable => Cow::Borrowed("not applicable"),
        Check::Off => Cow::Borrowed("off"),
        Check::Unknown(what) => Cow::Owned(format!("unknown: {what}")),
    }
}
