// Redaction: patterns that make other engines backtrack, texts that begin like secrets, and an ordinary request.

const PATTERNS = {
  "(a*)*b": "a",
  "(a|a)*c": "a",
  "(a+)+$": "ab",
  "a.*b|a": "a",
  "(?:a?){30}a{30}": "a",
  "(.*)(.*)(.*)(.*)x": "y",
  "([ab]+)*c": "ab",
  "\\d+\\s+\\w+:": "1 ",
};
const SECRETS = ["sk-", "-eyJ", "AKIA", "-----BEGIN PRIVATE KEY-----", "a@", "a@b.", "://a:", "4111 ", "+1 ", "secret_access_key=", "Bearer a", "1.1.", "DE89 ", "xoxb-"];

export function redactions({ redact }, { time, conversation }) {
  // The text begins with the required part of the pattern. Without it the pattern would fail at once.
  const bytes = (text) => new TextEncoder().encode(JSON.stringify([`b c x : ${text}`]));
  /** Returns the median of ratios of adjacent runs, of a text and one twice as long. */
  const doubled = (piece, size, policy) => {
    const [once, twice] = [1, 2].map((times) => bytes(piece.repeat((times * size) / piece.length)));
    const rounds = Array.from({ length: 9 }, () => time(() => redact(twice, policy)) / time(() => redact(once, policy)));
    return rounds.sort((one, other) => one - other)[4];
  };
  console.log("\ndoubling a text to 1 MB: redact   (bar 2.3×)");
  for (const [pattern, piece] of Object.entries(PATTERNS)) console.log(`/${pattern}/`.padEnd(26), `${doubled(piece, 500_000, { detectors: [], patterns: [pattern] }).toFixed(2)}×`.padStart(7));
  const worst = SECRETS.map((piece) => [doubled(piece, 500_000, {}), piece]).sort(([one], [other]) => other - one)[0];
  console.log("detectors, at worst".padEnd(26), `${worst[0].toFixed(2)}×`.padStart(7), ` of ${JSON.stringify(worst[1])}`);
  const text = conversation(1e6);
  const request = new TextEncoder().encode(text);
  const best = (job) => Math.min(...Array.from({ length: 9 }, () => time(job)));
  console.log(`redact a request of 1 MB with all detectors: ${(best(() => redact(request)) / best(() => JSON.stringify(JSON.parse(text)))).toFixed(2)}× the baseline`);
}
