// A guard that has had one conversation and nothing else, in memory: the measure of what the guard of the crowd sends for a damaged request.
import { guards } from "../drive.mjs";

/** The requests that such a guard sends for a call, after the answers that its conversation has had. */
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
