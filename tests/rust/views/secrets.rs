//! Secrets made by lot after their published formats, with no look at the table of the detectors.

use super::lots::{Lots, base64};

const DIGITS: &str = "0123456789";
const HEX: &str = "0123456789abcdef";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASE32: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BECH32: &str = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";

/// Forms of each kind: `{class count}` is drawn by lot. Before a bar stands what names the secret and is not one.
pub const FORMS: &[(&str, &[&str])] = &[
    ("anthropic-key", &["sk-ant-api03-{u93}AA", "sk-ant-admin01-{u93}AA", "sk-ant-oat01-{u93}AA"]),
    ("openrouter-key", &["sk-or-v1-{x64}"]),
    (
        "openai-key",
        &[
            "sk-proj-{u74}T3BlbkFJ{u74}",
            "sk-svcacct-{u58}T3BlbkFJ{u58}",
            "sk-admin-{u58}T3BlbkFJ{u58}",
            "sk-{a20}T3BlbkFJ{a20}",
            "sk-{x32}",
            "sk-{a48}",
        ],
    ),
    ("aws-access-key", &["AKIA{B16}", "ASIA{B16}", "ABIA{B16}", "ACCA{B16}"]),
    (
        "aws-secret-key",
        &[
            "AWS_SECRET_ACCESS_KEY=|{p40}",
            "aws_secret_access_key = |{p40}",
            "\"SecretAccessKey\": \"|{p40}",
            "secretAccessKey: '|{p40}",
            "aws-secret-key=|{p40}",
        ],
    ),
    ("aws-bedrock-key", &["ABSK{p120}", "ABSK{p200}==", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{p60}"]),
    ("github-token", &["ghp_{a36}", "gho_{a36}", "ghu_{a36}", "ghs_{a36}", "ghr_{a76}", "github_pat_{a22}_{a59}"]),
    ("gitlab-token", &["glpat-{u20}", "gldt-{u20}", "glrt-{u20}", "glptt-{x40}", "glpat-{u27}.01.{z9}"]),
    (
        "slack-token",
        &["xoxb-{d12}-{d12}-{a24}", "xoxp-{d11}-{d11}-{d13}-{x32}", "xapp-1-A{U10}-{d13}-{x64}", "xoxe.xoxp-1-{U163}", "xoxe-1-{U146}"],
    ),
    ("slack-webhook", &["https://hooks.slack.com/services/|T{U8}/B{U10}/{a24}", "https://hooks.slack.com/services/|T{U10}/B{U10}/{a24}"]),
    ("discord-webhook", &["https://discord.com/api/webhooks/|{d18}/{u68}", "https://discordapp.com/api/webhooks/|{d19}/{u68}"]),
    ("google-api-key", &["AIza{u35}"]),
    ("google-oauth-token", &["ya29.{u180}", "ya29.a0{u160}"]),
    ("google-oauth-secret", &["GOCSPX-{u28}"]),
    ("gcp-private-key-id", &["\"private_key_id\": \"|{x40}", "private_key_id=|{x40}"]),
    ("stripe-key", &["sk_live_{a24}", "sk_test_{a99}", "rk_live_{a24}", "rk_test_{a99}"]),
    ("stripe-webhook-secret", &["whsec_{a32}", "whsec_{p32}"]),
    ("twilio-key", &["SK{x32}"]),
    ("sendgrid-key", &["SG.{u22}.{u43}"]),
    ("npm-token", &["npm_{a36}"]),
    ("pypi-token", &["pypi-AgEIcHlwaS5vcmc{u150}", "pypi-AgENdGVzdC5weXBpLm9yZw{u150}"]),
    ("huggingface-token", &["hf_{l34}", "api_org_{l34}"]),
    ("azure-storage-key", &["AccountName=store;AccountKey=|{p86}==", "AccountKey=|{p86}=="]),
    ("azure-sas-signature", &["https://s.blob.core.windows.net/c/b?sv=2024-11-04&sig=|{a20}%2F{a10}%2B{a11}%3D"]),
    ("groq-key", &["gsk_{a52}"]),
    ("xai-key", &["xai-{a80}"]),
    ("perplexity-key", &["pplx-{a48}"]),
    ("replicate-token", &["r8_{a37}"]),
    ("digitalocean-token", &["dop_v1_{x64}", "doo_v1_{x64}", "dor_v1_{x64}"]),
    ("databricks-token", &["dapi{x32}", "dapi{x32}-2"]),
    ("shopify-token", &["shpat_{x32}", "shpca_{x32}", "shppa_{x32}", "shpss_{x32}"]),
    ("vault-token", &["hvs.{u95}", "hvb.{u160}"]),
    ("docker-token", &["dckr_pat_{u27}", "dckr_oat_{u32}"]),
    ("linear-key", &["lin_api_{a40}"]),
    ("notion-token", &["ntn_{d11}{a35}"]),
    ("grafana-token", &["glsa_{a32}_{x8}"]),
    ("atlassian-token", &["ATATT3{u180}={U5}"]),
    ("postman-key", &["PMAK-{x24}-{x34}"]),
    ("rubygems-key", &["rubygems_{x48}"]),
    ("planetscale-token", &["pscale_tkn_{u43}", "pscale_pw_{u43}", "pscale_oauth_{u43}"]),
    ("age-secret-key", &["AGE-SECRET-KEY-1{E58}"]),
    ("bearer-token", &["Authorization: Bearer |{t40}", "Bearer |{a24}", "bearer |{a20}", "Bearer |{a6}9"]),
    (
        "named-secret",
        &[
            "password=|{a7}9",
            "PASSWORD=|{z7}4",
            "DB_PASSWORD: \"|{a11}1",
            "\"api_key\": \"|{a20}7",
            "api-key: |{x16}0",
            "the API key: |{x12}1",
            "apiKey: '|{a16}3",
            "client_secret=|{u22}4",
            "access_token=|{a18}5",
            "https://example.com/?api_key=|{x12}2",
        ],
    ),
];

/// Makes a secret, and what stands before it.
type Make = fn(&mut Lots) -> (String, String);

/// Kinds that take more than lots.
pub const MADE: &[(&str, Make)] = &[
    ("jwt", jwt),
    ("basic-auth", basic),
    ("private-key", pem),
    ("url-password", url),
    ("email", email),
    ("credit-card", card),
    ("iban", iban),
    ("phone", phone),
    ("ipv4", ipv4),
];

/// The text before a secret that names it, and the secret.
pub fn filled(form: &str, lots: &mut Lots) -> (String, String) {
    let (before, form) = form.split_once('|').unwrap_or(("", form));
    let mut out = String::new();
    let mut rest = form;
    while let Some((plain, after)) = rest.split_once('{') {
        out.push_str(plain);
        let (spec, after) = after.split_once('}').unwrap();
        let alphabet = match &spec[..1] {
            "d" => DIGITS.to_owned(),
            "x" => HEX.to_owned(),
            "l" => LETTERS.to_owned(),
            "U" => [CAPITALS, DIGITS].concat(),
            "B" => BASE32.to_owned(),
            "E" => BECH32.to_owned(),
            "z" => [&LETTERS[26..], DIGITS].concat(),
            "a" => [LETTERS, DIGITS].concat(),
            "u" => [LETTERS, DIGITS, "_-"].concat(),
            "p" => [LETTERS, DIGITS, "+/"].concat(),
            "t" => [LETTERS, DIGITS, "-._~+/"].concat(),
            other => panic!("{other}"),
        };
        out.push_str(&lots.text(&alphabet, spec[1..].parse().unwrap()));
        rest = after;
    }
    out.push_str(rest);
    (before.to_owned(), out)
}

fn url_safe(text: &str) -> String {
    text.trim_end_matches('=').replace('+', "-").replace('/', "_")
}

fn jwt(lots: &mut Lots) -> (String, String) {
    let head = lots
        .of(&["{\"alg\":\"HS256\",\"typ\":\"JWT\"}", "{\"alg\":\"RS256\",\"kid\":\"7\"}", "{\"typ\":\"JWT\",\"alg\":\"none\"}"])
        .as_bytes()
        .to_vec();
    let claims = format!("{{\"sub\":\"{}\",\"iat\":{}}}", lots.text(DIGITS, 10), lots.text("123456789", 10));
    let signature = if lots.below(10) == 0 { String::new() } else { lots.base64(32) };
    (String::new(), [base64(&head), base64(claims.as_bytes()), signature].map(|part| url_safe(&part)).join("."))
}

fn basic(lots: &mut Lots) -> (String, String) {
    let length = 1 + lots.below(12);
    let (name, password) = (lots.text(&LETTERS[26..], length), lots.text("abcdefXYZ0189!#$%.-_", 6 + length));
    ("Authorization: Basic ".to_owned(), base64(format!("{name}:{password}").as_bytes()))
}

fn pem(lots: &mut Lots) -> (String, String) {
    let label = *lots.of(&["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY"]);
    let length = 32 + lots.below(1200);
    let body = lots.base64(length);
    let lines: Vec<&str> = body.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
    let header = if lots.below(8) == 0 { "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF\n\n" } else { "" };
    let end = if lots.below(10) == 0 { String::new() } else { format!("\n-----END {label}-----") };
    // Without its end a last line is told from prose by its length.
    let lines = if end.is_empty() { lines[..lines.len().max(2) - 1].to_vec() } else { lines };
    (String::new(), format!("-----BEGIN {label}-----\n{header}{}{end}", lines.join("\n")))
}

fn url(lots: &mut Lots) -> (String, String) {
    let scheme = *lots.of(&["postgres", "postgresql", "mysql", "mongodb+srv", "redis", "amqp", "https", "postgresql+asyncpg"]);
    let user = *lots.of(&["admin", "app_user", "me%40example.com", ""]);
    let length = 1 + lots.below(40);
    // Brackets, and a sign that begins what is to be filled in, have to be written in percent in an address.
    let password = [lots.text(LETTERS, 1), lots.text("abcdefghXYZ0189!$&()*+,;=-._~%:", length)].concat();
    (format!("{scheme}://{user}:"), format!("{password}@db.example.com:5432/main"))
}

fn email(lots: &mut Lots) -> (String, String) {
    let length = 1 + lots.below(20);
    let local = [lots.text(LETTERS, 1), lots.text("abcdefghijklmnopqrstuvwxyz0189._%+-", length), lots.text(LETTERS, 1)].concat();
    let domain = lots.text("abcdefghijklmnopqrstuvwxyz0123456789", 2 + length);
    let top = *lots.of(&["com", "org", "de", "co.uk", "museum", "io", "com.au"]);
    (String::new(), format!("{}@{domain}.{top}", local.replace("..", ".x").trim_matches('.')))
}

fn card(lots: &mut Lots) -> (String, String) {
    let (prefix, length) = *lots.of(&[
        ("4", 16),
        ("51", 16),
        ("55", 16),
        ("2221", 16),
        ("2720", 16),
        ("34", 15),
        ("37", 15),
        ("6011", 16),
        ("65", 16),
        ("3530", 16),
        ("36", 14),
        ("62", 16),
        ("4", 19),
        ("4", 13),
    ]);
    let mut number = format!("{prefix}{}", lots.text(DIGITS, length - prefix.len() - 1));
    let sum: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(nth, byte)| u32::from(byte - b'0') * (2 - (nth as u32) % 2))
        .map(|value| value / 10 + value % 10)
        .sum();
    number.push(char::from(b'0' + ((10 - sum % 10) % 10) as u8));
    let sign = *lots.of(&["", "", " ", "-"]);
    let groups: Vec<&str> = number.as_bytes().chunks(4).map(|group| std::str::from_utf8(group).unwrap()).collect();
    (String::new(), groups.join(sign))
}

fn iban(lots: &mut Lots) -> (String, String) {
    let (country, form) = *lots.of(&[
        ("DE", "{d18}"),
        ("GB", "{C4}{d14}"),
        ("FR", "{d10}{U11}{d2}"),
        ("NL", "{C4}{d10}"),
        ("CH", "{d5}{U12}"),
        ("NO", "{d11}"),
        ("MT", "{C4}{d5}{U18}"),
        ("ES", "{d20}"),
        ("SE", "{d20}"),
    ]);
    let form = form.replace("{C4}", &lots.text(CAPITALS, 4));
    let (_, account) = filled(&form, lots);
    let rest = format!("{account}{country}00").bytes().fold(0_u64, |rest, byte| {
        if byte.is_ascii_digit() { (rest * 10 + u64::from(byte - b'0')) % 97 } else { (rest * 100 + u64::from(byte - b'A') + 10) % 97 }
    });
    let number = format!("{country}{:02}{account}", 98 - rest);
    let groups: Vec<&str> = number.as_bytes().chunks(4).map(|group| std::str::from_utf8(group).unwrap()).collect();
    (String::new(), groups.join(*lots.of::<&str>(&["", " "])))
}

fn phone(lots: &mut Lots) -> (String, String) {
    let form = *lots.of(&[
        "+1 N{d2}-N{d2}-{d4}",
        "+49 30 {d8}",
        "+44 20 {d4} {d4}",
        "+44 (0)20 {d4} {d4}",
        "+8613{d9}",
        "(N{d2}) N{d2}-{d4}",
        "N{d2}-N{d2}-{d4}",
        "N{d2}.N{d2}.{d4}",
        "+33 {d1} {d2} {d2} {d2} {d2}",
        "+91-9{d4}-{d5}",
        "+1.N{d2}.N{d2}.{d4}",
    ]);
    let mut form = form.to_owned();
    while let Some(at) = form.find('N') {
        form.replace_range(at..=at, &lots.text("23456789", 1));
    }
    filled(&form, lots)
}

fn ipv4(lots: &mut Lots) -> (String, String) {
    let first = *lots.of(&[10, 172, 192, 8, 203, 1, 45, 126, 128, 223]);
    (String::new(), format!("{first}.{}.{}.{}", lots.below(256), lots.below(256), lots.below(256)))
}
