// A guard with only one conversation, in memory: the reference for the requests of the crowd's guard.
import { guards } from "../drive.mjs";

/** Returns the requests that such a guard sends for a call, after the earlier answers of its conversation. */
export async function sentAlone({ taken }, call) {
  const sent = [];
  let now;
  const fetch = guards.guard(async (_, { body }) => {
    sent.push(body);
    const { status, headers, text } = now.said && now !== call ? now.said : responseOf(call.answer(body));
    return new Response(text, { status, headers });
  }, { mode: "repair" });
  for (now of [...taken, call]) {
    sent.length = 0;
    await (await fetch(now.url, { method: "POST", headers: now.headers, body: now === call ? call.body : now.whole })).text();
    await fetch.settled();
  }
  fetch[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  return sent;
}

const responseOf = ({ status, headers, body, stream }) => ({ status, headers, text: body ?? stream });
