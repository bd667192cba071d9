//! The table of hosts and dialects: `hosts.json`, one row a host.
//!
//! A history cannot be "OpenAI-compatible": the wrong member for reasoning is a 400 at some hosts and a silent loss at others. A host without a row gets
//! what came, as it came.
//!
//! | member of a row | meaning |
//! |---|---|
//! | `name` | the name of the host and of its dialect; a server that runs anywhere is chosen by giving this as the host |
//! | `domains` | its domains, with everything below them; one that starts with `-` is the end of a host's name |
//! | `vendor` | who made the models, if it is one vendor |
//! | `surface` | the service that carries them; without it, the host's own name |
//! | `gateway` | `true` if the models of several vendors are reached on one wire |
//! | `wires` | the wires that it is known to speak |
//! | `host` | the host that the page offers |
//! | `providers` | the names that tracers have for it: those of OpenTelemetry's conventions, of OpenInference and of LangSmith |
//! | `api` | the host that such a name means, if it is not `host` |
//! | `emits` | the members of a chat message in which it emits reasoning; a row without it is no dialect |
//! | `reads` | the members in which it reads reasoning back, the one it prefers first |
//! | `refuses` | the members for which it refuses the request |
//! | `ignores` | the members that it takes and does not look at, so that what is in them is lost |
//! | `facts` | what the audit knows of it by model and day: rows of `if`, `set`, `since` and `source`, which hold for this host alone |
//! | `note`, `source`, `date` | for people: why, who says so, and when that was read |
//!
//! The first row whose domain fits is the host's, so a domain stands before those above it. Rows of a caller outrank these in an audit.

use std::sync::LazyLock;

use super::address::is_within;
use crate::json::{Value, scan};
use crate::model::Wire;

/// The table as it is written.
pub const HOSTS: &str = include_str!("hosts.json");

/// A host, or a server that runs anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostRow {
    /// The name of the host.
    pub name: String,
    /// Its domains.
    pub domains: Vec<String>,
    /// Who made the models, if it is one vendor.
    pub vendor: Option<String>,
    /// The service that carries them.
    pub surface: Option<String>,
    /// True if the models of several vendors are reached on one wire.
    pub gateway: bool,
    /// The wires that it is known to speak.
    pub wires: Vec<String>,
    /// The names that tracers have for it.
    pub providers: Vec<String>,
    /// The host that such a name means.
    pub api: Option<String>,
    /// A host of it, to be offered.
    pub host: Option<String>,
    /// Its variant of the chat wires, if it has one.
    pub dialect: Option<Dialect>,
}

/// A host's variant of the chat wires: which members of a message hold reasoning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The name of the host.
    pub name: String,
    /// The members in which it emits reasoning.
    pub emits: Vec<String>,
    /// The members in which it reads it back, the one it prefers first.
    pub reads: Vec<String>,
    /// The members for which it refuses the request.
    pub refuses: Vec<String>,
    /// The members that it takes and does not look at, so that what is in them is lost.
    pub ignores: Vec<String>,
}

impl HostRow {
    /// Reads a row. An element of another kind has no name.
    #[must_use]
    pub fn read(row: Value<'_>) -> Option<Self> {
        let text = |name: &str| row.get(name).and_then(Value::text).map(|text| text.lossy().into_owned());
        let list = |name: &str| row.list(name).filter_map(Value::text).map(|text| text.lossy().into_owned()).collect::<Vec<_>>();
        let name = text("name")?;
        let dialect = row.get("emits").is_some().then(|| Dialect {
            name: name.clone(),
            emits: list("emits"),
            reads: list("reads"),
            refuses: list("refuses"),
            ignores: list("ignores"),
        });
        Some(Self {
            name,
            domains: list("domains"),
            vendor: text("vendor"),
            surface: text("surface"),
            gateway: row.fits("gateway=true"),
            wires: list("wires"),
            providers: list("providers"),
            api: text("api").or_else(|| text("host")),
            host: text("host"),
            dialect,
        })
    }

    /// True if a host is this one: by its domain or one above it, or by the name of the dialect.
    #[must_use]
    pub fn is_host(&self, host: &str) -> bool {
        self.is_plain_host(&plain(host))
    }

    /// True if a host lies in a domain of the row.
    #[must_use]
    pub fn has_domain(&self, host: &str) -> bool {
        self.holds(&plain(host))
    }

    fn is_plain_host(&self, host: &str) -> bool {
        self.holds(host) || self.dialect.is_some() && self.name.eq_ignore_ascii_case(host)
    }

    fn holds(&self, host: &str) -> bool {
        self.domains.iter().any(|domain| is_within(host, domain))
    }

    /// True if the host is known to speak a wire.
    #[must_use]
    pub fn speaks(&self, wire: &Wire) -> bool {
        self.wires.iter().any(|spoken| spoken == wire.as_str())
    }
}

/// True if a host lies in a domain of a row as callers write it, which need not be complete.
pub(super) fn has_domain_in(host: &str, row: Value<'_>) -> bool {
    let host = plain(host);
    row.list("domains").filter_map(Value::text).any(|domain| is_within(&host, &domain.lossy()))
}

/// A host in lower case, without its port.
fn plain(host: &str) -> String {
    let name = match host.split_once(']') {
        // An address of IPv6 has colons of its own.
        Some((address, _)) => [address, "]"].concat(),
        None => host.split(':').next().unwrap_or_default().to_owned(),
    };
    name.to_ascii_lowercase()
}

/// The shipped rows.
pub fn host_rows() -> &'static [HostRow] {
    static ROWS: LazyLock<Vec<HostRow>> = LazyLock::new(|| {
        let document = scan(HOSTS.as_bytes());
        document.iter().flat_map(|document| document.root().elements()).filter_map(HostRow::read).collect()
    });
    &ROWS
}

/// The shipped row of a host.
#[must_use]
pub fn host_row(host: &str) -> Option<&'static HostRow> {
    let host = plain(host);
    host_rows().iter().find(|row| row.is_plain_host(&host))
}

/// The host of a provider, by a name that tracers have for it. A provider with many hosts, such as Azure or Bedrock, has no name in the table.
#[must_use]
pub fn host_of_provider(name: &str) -> Option<&'static str> {
    let is_named = |row: &&HostRow| row.providers.iter().any(|own| own.eq_ignore_ascii_case(name));
    host_rows().iter().find(is_named)?.api.as_deref()
}

/// The dialect of a host, by its domain or one above it, or by the dialect's own name.
#[must_use]
pub fn dialect(host: &str) -> Option<&'static Dialect> {
    host_row(host)?.dialect.as_ref()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_host_is_known_by_its_domain_or_by_name_and_no_other_is() {
        let name = |host| dialect(host).map(|dialect| dialect.name.as_str());
        assert_eq!(name("api.groq.com"), Some("groq"));
        assert_eq!(name("API.Mistral.ai:443"), Some("mistral"));
        assert_eq!(name("dashscope-intl.aliyuncs.com"), Some("qwen"));
        assert_eq!(name("vllm"), Some("vllm"));
        assert_eq!(name("api.x.ai"), Some("xai"));
        assert_eq!(name("notgroq.com"), None);
        assert_eq!(name("localhost:11434"), None);
        assert_eq!(name(""), None);
        assert_eq!(name("api.anthropic.com"), None, "a row without `emits` is no dialect");
    }

    #[test]
    fn a_provider_has_one_host_by_each_name_of_tracers() {
        for (name, host) in [
            ("anthropic", "api.anthropic.com"),
            ("cohere", "api.cohere.com"),
            ("deepseek", "api.deepseek.com"),
            ("fireworks", "api.fireworks.ai"),
            ("gcp.gemini", "generativelanguage.googleapis.com"),
            ("gcp.vertex_ai", "aiplatform.googleapis.com"),
            ("google", "generativelanguage.googleapis.com"),
            ("Groq", "api.groq.com"),
            ("mistral_ai", "api.mistral.ai"),
            ("mistralai", "api.mistral.ai"),
            ("moonshot", "api.moonshot.ai"),
            ("OPENAI", "api.openai.com"),
            ("openrouter", "openrouter.ai"),
            ("together", "api.together.xyz"),
            ("vertexai", "aiplatform.googleapis.com"),
            ("x_ai", "api.x.ai"),
            ("xai", "api.x.ai"),
        ] {
            assert_eq!(host_of_provider(name), Some(host), "{name}");
        }
        for name in ["", "azure", "aws.bedrock", "constructor"] {
            assert_eq!(host_of_provider(name), None, "{name}");
        }
        for row in host_rows().iter().filter(|row| !row.providers.is_empty()) {
            assert!(row.api.as_deref().is_some_and(|host| row.has_domain(host)), "{} is not its own host", row.name);
        }
        let mut names: Vec<&String> = host_rows().iter().flat_map(|row| &row.providers).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "a name has one host");
    }

    #[test]
    fn no_row_hides_another() {
        for row in host_rows() {
            for host in row
                .domains
                .iter()
                .map(|domain| domain.trim_start_matches('-'))
                .chain(row.dialect.as_ref().map(|dialect| dialect.name.as_str()))
            {
                assert_eq!(host_row(host).map(|found| found.name.as_str()), Some(row.name.as_str()), "{host}");
            }
        }
    }
}
