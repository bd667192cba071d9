import { audit, explain } from "rethought";
import { guard } from "rethought/guard";

export const runtime = "edge";

export async function POST(request) {
  const report = audit(await request.text(), "anthropic-messages");
  return Response.json({ rules: report.findings.map(({ rule }) => rule), guards: typeof guard(fetch), explains: explain(report.findings[0].rule).id });
}
