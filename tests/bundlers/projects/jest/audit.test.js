// Jest's own `require` loads no ES module, so it gets the CommonJS copies.
const { audit, explain, Ledger } = require("rethought");
const { JsonError } = require("rethought/errors");
const { guard } = require("rethought/guard");
const { scan } = require("rethought/json");
const request = require("../request.json");

test("an audit answers", () => {
  const [finding] = audit(request, "anthropic-messages").findings;
  expect(finding.rule).toBe("invalid-thinking-signature");
  expect(explain(finding.rule).id).toBe(finding.rule);
});

test("entries share their classes and the ledgers", async () => {
  expect(() => scan("{")).toThrow(JsonError);
  const reports = [];
  const fetch = guard(async () => new Response("{}"), { ledger: new Ledger(), onReport: ({ report }) => reports.push(report.verdict) });
  await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: JSON.stringify(request) })).text();
  await fetch.settled();
  expect(reports).toEqual(["rejected"]);
});
