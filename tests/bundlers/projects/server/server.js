// A server that answers a POST with the rules that its body breaks. It prints its port.
import { createServer } from "node:http";
import { audit, explain } from "rethought";
import { guard } from "rethought/guard";

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const report = audit(Buffer.concat(chunks), "anthropic-messages");
  response.end(JSON.stringify({ rules: report.findings.map(({ rule }) => rule), guards: typeof guard(fetch), explains: explain(report.findings[0].rule).id }));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
