// The options of the command line, in the groups in which help shows them. Data only.
//
// An option is `{name, short, value, values, initial, isRepeatable, about}`. One without `value` is a flag. `values` are the words that it accepts,
// `initial` says what it is if it is left out.
import { LEVELS, WIRES } from "./names.js";

const flag = (name, about, more) => ({ name, about, ...more });
const option = (name, value, about, more) => ({ name, value, about, ...more });
const repeatable = (name, value, about, more) => ({ name, value, about, isRepeatable: true, ...more });

const wire = option("wire", "name", "the format of the request; the names are in rethought help wires", { values: WIRES });
const host = option("host", "domain", "for example api.anthropic.com");
const model = option("model", "name", "the model, if the body has none");
const level = option("level", "level", "the lowest severity to show", { values: LEVELS, initial: "advice" });
const off = repeatable("off", "rule", "skip a rule; repeatable, or a,b");
const models = option("models", "file", "add your own rows of models and hosts");
const tables = option("tables", "file", "use these tables of models and hosts");
const raw = flag("raw", "print exact bytes: no character is escaped");
const allow = repeatable("allow", "risk", "apply fixes of this risk too; repeatable", { values: ["safe", "dead", "unsafe", "placeholder"] });
const port = (initial, about) => option("port", "number", about, { initial });

/** Options of every command. */
export const GENERAL = {
  title: "General",
  options: [
    option("color", "when", "colour the output; auto follows NO_COLOR and FORCE_COLOR", { values: ["auto", "always", "never"], initial: "auto" }),
    flag("help", "print this help", { short: "h" }),
    flag("version", "print the version", { short: "v" }),
  ],
};

/** The target of a request. */
export const TARGET = {
  title: "Target (read from the body if left out)",
  options: [
    wire,
    host,
    model,
    option("url", "address", "the address of the call; it names wire, host and model"),
    option("account", "name", "the account, never a key"),
    option("era", "day", "check against the rules of this day, such as 2026-04-24"),
    flag("enforced", "new bindings are enforced for the account"),
    repeatable("beta", "name", "a beta feature that is switched on; repeatable, or a,b"),
  ],
};

/** The rules and the facts that they use. */
export const RULES = {
  title: "Rules",
  options: [off, models, tables],
};

export const REPORT = {
  title: "Report",
  options: [
    level,
    option("baseline", "file", "ignore the findings that are listed there; see rethought help baseline"),
    flag("write-baseline", "write all findings to the baseline, and exit with 0"),
    option("fail-on", "level", "exit with 1 from this severity on", { values: [...LEVELS, "never"], initial: "advice; with --ndjson never" }),
    flag("exit-zero", "exit with 0 although there are findings"),
  ],
};

export const CONFIG = {
  title: "Configuration",
  options: [option("config", "file", "read this configuration; see rethought help config", { initial: "the nearest rethought.json" }), flag("no-config", "read no configuration")],
};

export const OUTPUT = {
  title: "Output",
  options: [
    option("format", "name", "the format of the report", { short: "f", values: ["text", "json", "sarif", "github", "junit", "markdown"], initial: "text" }),
    flag("quiet", "print findings and errors only", { short: "q" }),
  ],
};

/** A filter over lines. */
export const FILTER = {
  title: "Many requests",
  options: [
    flag("ndjson", "one exchange on each line; see rethought help ndjson"),
    option("jobs", "number", "threads for --ndjson", { initial: "all cores" }),
    option("max-line", "bytes", "the longest line for --ndjson", { initial: "64 MiB" }),
  ],
};
const ACROSS = [flag("sessions", "with --ndjson: consecutive lines of one session are one conversation"), flag("texts", "with --ndjson: add the texts of the findings")];
export const SESSION_FILTER = { ...FILTER, options: [...FILTER.options, ...ACROSS] };

export const FIX = {
  title: "Repair",
  options: [allow, flag("write", "change the files"), flag("diff", "only show the changes"), raw, flag("quiet", "do not list what was fixed and what is left", { short: "q" })],
};

export const CONVERT = {
  title: "Conversion",
  options: [
    option("from", "wire", "the wire or message format of the source", { initial: "read from the body" }),
    option("to", "wire", "the wire or message format to write; required"),
    { ...host, about: "the new host, such as api.openai.com" },
    { ...model, about: "the new model" },
    option("policy", "name", "for thoughts that the target cannot read", { values: ["drop", "envelope", "side-channel", "summary"] }),
    option("ledger", "file", "keep dropped thoughts there, for the conversion back"),
  ],
};
export const CONVERT_TARGET = { title: "Target", options: TARGET.options.filter(({ name }) => !["wire", "host", "model"].includes(name)) };
export const CONVERT_OUTPUT = {
  title: "Output",
  options: [option("format", "name", "text prints the request, json also the plan", { short: "f", values: ["text", "json"], initial: "text" }), raw],
};

export const CARD_OUTPUT = { title: "Output", options: [option("format", "name", "the format", { short: "f", values: ["text", "json"], initial: "text" })] };
export const EXPLAIN = { ...CARD_OUTPUT, options: [...CARD_OUTPUT.options, flag("open", "open the page of the rule in a browser, and print where it is")] };
export const CLASSIFY = { title: "Error", options: [{ ...wire, about: "the wire of the call, if it is known" }] };
export const DOCTOR = [
  {
    title: "Repair (without one of these nothing is written)",
    options: [
      flag("write", "repair the file; a backup is kept"),
      flag("copy", "make a repaired copy with new ids"),
      flag("restore", "put the last backup back"),
      flag("clean", "remove the backups of a session, or all"),
    ],
  },
  {
    title: "Resume elsewhere",
    options: [
      option("because", "error", "an error that the agent showed and the file does not hold"),
      { ...model, about: "resume with this model" },
      option("account", "other", "resume with another account", { values: ["other"] }),
      { ...host, about: "resume at this host, such as api.anthropic.com" },
    ],
  },
  {
    title: "Output",
    options: [
      flag("watch", "report each session as soon as it is dead, and make a repaired copy"),
      flag("report", "print a copy without secrets that still shows the fault, for a bug report"),
      flag("json", "print JSON"),
    ],
  },
];
export const TABLES = { title: "Tables", options: [flag("check", "validate the files instead")] };
export const INSPECT = { title: "Page", options: [flag("follow", "show a session while its file grows"), port("0", "the port; 0 is a free one"), flag("no-open", "only print the address")] };

const encryptEnv = repeatable("encrypt-env", "variable", "the environment variable with the key that encrypts the store: 32 random bytes in base64; repeatable, the first one encrypts");

export const ENCRYPTION = {
  title: "Encryption",
  options: [encryptEnv, repeatable("decrypt-env", "variable", "with copy: the key of the store that is read; repeatable")],
};

export const FORGET = {
  title: "Forget",
  options: [
    option("conversation", "name", "delete the answers of this conversation"),
    option("account", "name", "delete the answers of this account"),
    option("older-than", "age", "delete answers that are older, such as 30d, 12h or 2026-04-24"),
    option("over", "size", "delete the oldest answers over this size, such as 500mb"),
  ],
};

export const PROXY = [
  {
    title: "Listen",
    options: [
      port("8787", "the port"),
      { ...host, value: "address", about: "the address to listen on", initial: "127.0.0.1" },
      flag("public", "let other machines use the proxy; needs --token-env"),
      repeatable("token-env", "variable", "the environment variable with a token that clients send as x-rethought-token; repeatable"),
      option("tls-cert", "file", "the certificate, to listen with TLS"),
      option("tls-key", "file", "the key of the certificate"),
    ],
  },
  {
    title: "Limits",
    options: [
      option("max-connections", "number", "open connections", { initial: "no limit" }),
      option("max-body", "bytes", "the longest request", { initial: "no limit" }),
      option("max-time", "seconds", "the longest call", { initial: "no limit" }),
      option("stop-after", "seconds", "how long open calls may take to end after a signal", { initial: "30" }),
    ],
  },
  {
    title: "Requests",
    options: [
      option("mode", "name", "report, repair or refuse bad requests", { values: ["observe", "dry-run", "repair", "block"], initial: "observe" }),
      allow,
      off,
      repeatable("allow-host", "host", "pass calls to this host too; repeatable"),
      repeatable("upstream", "name=url", "send calls of a provider elsewhere; repeatable"),
    ],
  },
  {
    title: "Records",
    options: [
      option("store", "place", "keep a ledger of all answers: a folder, sqlite:FILE, redis://… or postgres://…"),
      option("store-env", "variable", "the environment variable with that place, if it has a password"),
      option("store-timeout", "ms", "how long a call waits for the store", { initial: "200" }),
      flag("durable", "deliver the end of an answer only after it is in the store"),
      option("keep", "name", "how much of an answer is kept", { values: ["full", "handles", "digests"], initial: "full" }),
      encryptEnv,
      option("retain-days", "days", "delete answers in the store that are older"),
      option("retain-bytes", "size", "delete the oldest answers in the store over this size, such as 500mb"),
      option("memory", "size", "the most answers in memory", { initial: "128mb" }),
      option("log", "name", "one line a call", { values: ["text", "json", "none"], initial: "text" }),
      option("record", "folder", "write sessions as transcripts, without secrets"),
      flag("record-texts", "with secrets"),
    ],
  },
  {
    title: "Another vendor's model",
    options: [
      option("convert", "wire:model", "convert calls, such as openai-responses:gpt-5.4"),
      option("convert-host", "host", "the host of that model"),
      repeatable("model-map", "asked=model", "choose by the model asked for: claude-haiku*=gpt-5-mini; repeatable"),
      option("key-env", "variable", "the environment variable with the key of that vendor"),
    ],
  },
  CONFIG,
];

export const SUMMARY = {
  title: "Report",
  options: [
    option("format", "name", "the format", { short: "f", values: ["html", "json", "markdown"], initial: "by the ending of --output, else html" }),
    option("output", "file", "write to this file", { short: "o" }),
    repeatable("before", "file", "compare with these results; repeatable"),
    repeatable("examples", "file", "the audited lines: adds examples of each rule, without secrets; repeatable"),
    { ...raw, about: "with --examples: keep secrets" },
  ],
};
