import { audit, explain } from "rethought";
import { guard } from "rethought/guard";
import { expect, test } from "vitest";
import request from "../request.json";

test("an audit answers", () => {
  const [finding] = audit(request, "anthropic-messages").findings;
  expect(finding.rule).toBe("invalid-thinking-signature");
  expect(explain(finding.rule).id).toBe(finding.rule);
  expect(guard(fetch)).toBeTypeOf("function");
});
