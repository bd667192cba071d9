// Sessions of clients that name none: each call belongs to the conversation that it continues, after any change of its history.
import { equal } from "node:assert/strict";
import test from "node:test";
import { goOn, openTalk } from "../../simulator/talk.mjs";
import { newFolder, startCommand, upstreamArgs, upstreamsOf } from "../drive.mjs";
import { callOf } from "../talk.mjs";

const STEPS = 5;
/** The changes that programs make to a history between two calls, by the vendor. */
const EDITS = {
  anthropic: {
    "nothing": (body) => body,
    "the first message is edited": (body) => ({ ...body, messages: [{ ...body.messages[0], content: "It is Tuesday. begin" }, ...body.messages.slice(1)] }),
    "all thoughts are dropped": (body) => ({ ...body, messages: body.messages.map((message) => (Array.isArray(message.content) ? { ...message, content: message.content.filter(({ type }) => !/thinking/.test(type)) } : message)) }),
    "the beginning is cut off": (body) => ({ ...body, messages: body.messages.length > 5 ? [body.messages[0], ...body.messages.slice(3)] : body.messages }),
  },
  gemini: {
    "nothing": (body) => body,
    "the first message is edited": (body) => ({ ...body, contents: [{ role: "user", parts: [{ text: "It is Tuesday. begin" }] }, ...body.contents.slice(1)] }),
    "all signatures are lost": (body) => JSON.parse(JSON.stringify(body, (name, value) => (name === "thoughtSignature" ? undefined : value))),
  },
};

/** Returns the counts of calls of each session of the command, after two talks that take turns. */
async function sessionsOf(kind, edit, mode, args) {
  const talks = [await openTalk(kind, 4), await openTalk(kind, 9)];
  const proxy = await startCommand(["--mode", mode, ...args, ...upstreamArgs(upstreamsOf(talks[0].server.url, []))]);
  try {
    for (let nth = 0; nth < STEPS; nth++) {
      for (const [other, one] of talks.entries()) {
        const { path, init } = callOf(one, false, {}, (text) => (other ? text.replace('"begin"', '"start"') : text));
        const body = JSON.stringify(nth > 1 ? edit(JSON.parse(init.body)) : JSON.parse(init.body));
        const response = await fetch(`${proxy.url}${path}`, { ...init, body });
        const bytes = Buffer.from(await response.arrayBuffer());
        // A refused call belongs to the session too. The client repeats its request.
        if (response.ok) goOn(one, bytes, false);
      }
    }
    return (await (await fetch(`${proxy.pages}/sessions`)).json()).map(({ exchanges }) => exchanges);
  } finally {
    await proxy.end();
    for (const { server } of talks) await server.close();
  }
}

for (const [kind, edits] of Object.entries(EDITS)) {
  for (const [what, edit] of Object.entries(edits)) {
    test(`two ${kind} sessions without names stay two: ${what}`, async () => {
      for (const mode of ["observe", "repair"]) {
        for (const args of [[], ["--record", newFolder()]]) equal((await sessionsOf(kind, edit, mode, args)).join(), `${STEPS},${STEPS}`, mode);
      }
    });
  }
}
