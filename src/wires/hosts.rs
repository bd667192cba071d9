//! The table of hosts and dialects: `hosts.json`, one row a host.
//!
//! A history cannot be "OpenAI-compatible": the wrong member for reasoning is a 400 at some hosts and a silent loss at others. A host without a row gets the
//! original message.
//!
//! | member of a row | meaning |
//! |---|---|
//! | `name` | the name of the host and of its dialect; to choose a server that runs anywhere, give this as the host |
//! | `domains` | its domains, with everything below them; one that starts with `-` is the end of a host name, and a `*` is one name in it, such as a region |
//! | `vendor` | the vendor of the models, if there is only one |
//! | `surface` | the service that serves them; without it, the host's name |
//! | `gateway` | `true` if it serves the models of several vendors on one wire |
//! | `wires` | the wires that it is known to support |
//! | `host` | the host that the page offers |
//! | `providers` | its names in tracers: those of OpenTelemetry's conventions, of OpenInference and of LangSmith |
//! | `api` | the host for such a name, if it is not `host` |
//! | `emits` | the members of a chat message in which it emits reasoning; a row without it is not a dialect |
//! | `reads` | the members in which it reads reasoning back, the preferred one first |
//! | `refuses` | the members for which it refuses the request |
//! | `ignores` | the members that it accepts and ignores, so their content is lost |
//! | `facts` | the audit's facts by model and day: rows of `if`, `set`, `since` and `source`, for this host alone |
//! | `note`, `source`, `date` | for people: the reason, its source, and the date of reading |
//!
//! The first row with a matching domain counts, so a subdomain must come before its parent domain. A caller's rows override these in an audit.

use std::sync::LazyLock;

use super::address::is_within;
use crate::json::{Value, scan};
use crate::model::Wire;

/// The original text of the table.
pub const HOSTS: &str = include_str!("hosts.json");

/// A host, or a server that runs anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostRow {
    /// The name of the host.
    pub name: String,
    /// Its domains.
    pub domains: Vec<String>,
    /// The vendor of the models, if there is only one.
    pub vendor: Option<String>,
    /// The service that serves them.
    pub surface: Option<String>,
    /// True if it serves the models of several vendors on one wire.
    pub gateway: bool,
    /// The wires that it is known to support.
    pub wires: Vec<String>,
    /// Its names in tracers.
    pub providers: Vec<String>,
    /// The host for such a name.
    pub api: Option<String>,
    /// One of its hosts, as a suggestion.
    pub host: Option<String>,
    /// Its variant of the chat wires, if it has one.
    pub dialect: Option<Dialect>,
}

/// A host's variant of the chat wires: the members of a message that hold reasoning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The name of the host.
    pub name: String,
    /// The members in which it emits reasoning.
    pub emits: Vec<String>,
    /// The members in which it reads reasoning back, the preferred one first.
    pub reads: Vec<String>,
    /// The members for which it refuses the request.
    pub refuses: Vec<String>,
    /// The members that it accepts and ignores, so their content is lost.
    pub ignores: Vec<String>,
}

impl HostRow {
    /// Reads a row. Returns `None` for an element without a name.
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

    /// Returns `true` if a host is this one: by its domain or a parent domain, or by the name of the dialect.
    #[must_use]
    pub fn is_host(&self, host: &str) -> bool {
        self.is_plain_host(&plain(host))
    }

    /// Returns `true` if a host is in a domain of the row.
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

    /// Returns `true` if the host is known to support a wire.
    #[must_use]
    pub fn speaks(&self, wire: &Wire) -> bool {
        self.wires.iter().any(|spoken| spoken == wire.as_str())
    }
}

/// Returns `true` if a host is in a domain of a caller's row, which may be incomplete.
pub(super) fn has_domain_in(host: &str, row: Value<'_>) -> bool {
    let host = plain(host);
    row.list("domains").filter_map(Value::text).any(|domain| is_within(&host, &domain.lossy()))
}

/// Returns a host in lower case, without its port.
fn plain(host: &str) -> String {
    let name = match host.split_once(']') {
        // An IPv6 address contains colons.
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

/// Returns the shipped row of a host.
#[must_use]
pub fn host_row(host: &str) -> Option<&'static HostRow> {
    let host = plain(host);
    host_rows().iter().find(|row| row.is_plain_host(&host))
}

/// Returns the host of a provider, by a tracer's name for it. Providers with many hosts, such as Azure or Bedrock, have no name in the table.
#[must_use]
pub fn host_of_provider(name: &str) -> Option<&'static str> {
    let is_named = |row: &&HostRow| row.providers.iter().any(|own| own.eq_ignore_ascii_case(name));
    host_rows().iter().find(is_named)?.api.as_deref()
}

/// Returns the dialect of a host, by its domain or a parent domain, or by the dialect's name.
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
        assert_eq!(name("api.anthropic.com"), None, "a row without `emits` is not a dialect");
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
