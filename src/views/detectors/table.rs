//! The detectors of tokens: what each begins with and what follows, as its vendor publishes it or as the patterns of gitleaks have it
//! (<https://github.com/gitleaks/gitleaks/blob/b58d3f1/config/gitleaks.toml>, MIT; "gitleaks" below).
//!
//! A row is a kind, the beginnings with `|` between them, and the rest in a few words: `a32-64` for 32 to 64 characters of a class, `=x` for
//! that text, `>` for where the secret starts, if not at the beginning, `<` for where it ends, if not at the end, and `!m` or `!b` for a
//! check of the secret. A beginning with `~` is a name: in any case, with `_`, `-` or spaces in it, and what assigns a value after it.
//!
//! Classes: `d` digits, `x` small and `X` any hexadecimal, `U` capitals and digits, `l` letters, `a` letters and digits, `h` those and `-`,
//! `w` those and `_`, `u` those and `-`, `v` those and `.` and `=`, `p` letters, digits, `+` and `/`, `t` what a bearer's token may have,
//! `q` base64 with its padding, `s` the same in an address.

/// A detector of tokens.
pub(super) type TokenPattern = (&'static str, &'static str, &'static str);

pub(super) const ROWS: &[TokenPattern] = &[
    // https://docs.claude.com/en/api/overview#authentication; gitleaks: sk-ant-api03-, sk-ant-admin01-, 93 characters and AA.
    ("anthropic-key", "sk-ant-", "u32-200"),
    // https://openrouter.ai/docs/api-reference/authentication: sk-or-v1- and 64 hexadecimal digits.
    ("openrouter-key", "sk-or-v1-", "x64"),
    // https://platform.openai.com/docs/api-reference/authentication; gitleaks: 58 or 74 characters, T3BlbkFJ, and as many again.
    ("openai-key", "sk-proj-|sk-svcacct-|sk-admin-|sk-None-", "u40-250"),
    // The older form, 48 letters and digits, which many OpenAI-compatible hosts adopted (DeepSeek 32, Moonshot 48).
    ("openai-key", "sk-", "a32-64 !m"),
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
    ("aws-access-key", "AKIA|ASIA|ABIA|ACCA", "U16"),
    // The same page: the secret is 40 characters without a prefix, so its name must be beside it.
    ("aws-secret-key", "~secretaccesskey|~awssecretkey", "> p40"),
    // https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html; gitleaks: ABSK and 109 to 269 of base64.
    ("aws-bedrock-key", "ABSK", "p109-269"),
    ("aws-bedrock-key", "bedrock-api-key-", "p40-4000"),
    // https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
    ("github-token", "ghp_|gho_|ghu_|ghs_|ghr_", "a36-251"),
    ("github-token", "github_pat_", "w82"),
    // https://docs.gitlab.com/security/tokens/#token-prefixes
    ("gitlab-token", "glpat-|gldt-|glrt-|glptt-|glft-|glimt-|glagent-|gloas-|glsoat-|glcbt-|glffct-", "u20-300"),
    // https://docs.slack.dev/authentication/tokens
    ("slack-token", "xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xoxo-|xoxe-|xapp-|xoxe.xoxb-|xoxe.xoxp-", "h10-250"),
    // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    ("slack-webhook", "hooks.slack.com/services/|hooks.slack.com/workflows/|hooks.slack.com/triggers/", "> p40-80"),
    // https://discord.com/developers/docs/resources/webhook
    ("discord-webhook", "discord.com/api/webhooks/|discordapp.com/api/webhooks/", "> d17-20 =/ u60-80"),
    // https://cloud.google.com/docs/authentication/api-keys; gitleaks: AIza and 35.
    ("google-api-key", "AIza", "u35"),
    // https://developers.google.com/identity/protocols/oauth2
    ("google-oauth-token", "ya29.", "u20-2000"),
    ("google-oauth-secret", "GOCSPX-", "u28"),
    // https://cloud.google.com/iam/docs/keys-create-delete: a service account's key has the id by the private key.
    ("gcp-private-key-id", "~privatekeyid", "> x40"),
    // https://docs.stripe.com/keys; https://docs.stripe.com/webhooks/signature
    ("stripe-key", "sk_live_|sk_test_|rk_live_|rk_test_|sk_prod_|rk_prod_", "a10-250"),
    ("stripe-webhook-secret", "whsec_", "p32-64"),
    // https://www.twilio.com/docs/glossary/what-is-a-sid: SK and 32 hexadecimal digits.
    ("twilio-key", "SK", "X32"),
    // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys: SG., 22, a dot and 43.
    ("sendgrid-key", "SG.", "u22 =. u43"),
    // https://docs.npmjs.com/about-access-tokens; https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/
    ("npm-token", "npm_", "a36"),
    // https://pypi.org/help/#apitoken: a macaroon for pypi.org or test.pypi.org.
    ("pypi-token", "pypi-AgEIcHlwaS5vcmc|pypi-AgENdGVzdC5weXBpLm9yZw", "u50-1000"),
    // https://huggingface.co/docs/hub/security-tokens; gitleaks: hf_ and 34 letters.
    ("huggingface-token", "hf_|api_org_", "l34"),
    // https://www.rfc-editor.org/rfc/rfc7519, https://www.rfc-editor.org/rfc/rfc7515: three parts, the first two of which are JSON objects.
    ("jwt", "eyJ", "u8-4000 =.eyJ u8-8000 =. u0-2000"),
    // https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string: 64 bytes in base64.
    ("azure-storage-key", "~accountkey", "> p86 ==="),
    // https://learn.microsoft.com/en-us/azure/storage/common/storage-sas-overview
    ("azure-sas-signature", "?sig=|&sig=", "> s43-100"),
    // https://console.groq.com/docs/quickstart
    ("groq-key", "gsk_", "a52"),
    // https://docs.x.ai/docs/overview
    ("xai-key", "xai-", "a80"),
    // https://docs.perplexity.ai/getting-started/api-groups; gitleaks: pplx- and 48.
    ("perplexity-key", "pplx-", "a48"),
    // https://replicate.com/docs/topics/security/api-tokens
    ("replicate-token", "r8_", "a37"),
    // https://docs.digitalocean.com/reference/api/create-personal-access-token/
    ("digitalocean-token", "dop_v1_|doo_v1_|dor_v1_", "x64"),
    // https://docs.databricks.com/aws/en/dev-tools/auth/pat; gitleaks: dapi, 32, and a digit after a hyphen at times.
    ("databricks-token", "dapi", "x32"),
    // https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
    ("shopify-token", "shpat_|shpca_|shppa_|shpss_", "X32"),
    // https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes
    ("vault-token", "hvs.|hvb.", "u90-300"),
    // https://docs.docker.com/security/access-tokens/
    ("docker-token", "dckr_pat_|dckr_oat_", "u27-40"),
    // https://linear.app/developers/graphql#personal-api-keys
    ("linear-key", "lin_api_", "a40"),
    // https://developers.notion.com/reference/authentication
    ("notion-token", "ntn_", "d11 a35"),
    // https://grafana.com/docs/grafana/latest/administration/service-accounts/
    ("grafana-token", "glsa_", "a32 =_ X8"),
    // https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/
    ("atlassian-token", "ATATT3", "v186"),
    // https://learning.postman.com/docs/developer/postman-api/authentication/
    ("postman-key", "PMAK-", "X24 =- X34"),
    // https://guides.rubygems.org/api-key-scopes/
    ("rubygems-key", "rubygems_", "x48"),
    // https://planetscale.com/docs/concepts/planetscale-api-oauth-applications
    ("planetscale-token", "pscale_tkn_|pscale_pw_|pscale_oauth_", "v32-64"),
    // https://age-encryption.org/v1: Bech32.
    ("age-secret-key", "AGE-SECRET-KEY-1", "U58"),
    // https://www.rfc-editor.org/rfc/rfc6750#section-2.1
    ("bearer-token", "Bearer |bearer |BEARER ", "> t6-4000 !m"),
    // https://www.rfc-editor.org/rfc/rfc7617: a name, a colon and a password, in base64.
    ("basic-auth", "Basic |basic ", "> q8-500 !b"),
];

/// Returns `true` if a byte is of a class.
pub(super) fn is(class: u8, byte: u8) -> bool {
    let more: &[u8] = match class {
        b'd' => return byte.is_ascii_digit(),
        b'x' => return matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        b'X' => return byte.is_ascii_hexdigit(),
        b'U' => return byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        b'l' => return byte.is_ascii_alphabetic(),
        b'h' => b"-",
        b'w' => b"_",
        b'u' => b"_-",
        b'v' => b"_-.=",
        b'p' => b"+/",
        b't' => b"-._~+/=",
        b'q' => b"+/=",
        b's' => b"%+/=",
        _ => b"",
    };
    byte.is_ascii_alphanumeric() || more.contains(&byte)
}
