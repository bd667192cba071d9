// Makes calls through a durable guard until it is killed, 20 at a time: `node durable-program.mjs <place>`. It prints the id of each answer that it has received whole.
import { writeSync } from "node:fs";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { openPlace } from "./open-place.mjs";
import { Talk, post } from "./vendor.mjs";

const { guard } = await moduleOf("guard/index.js");
const place = JSON.parse(process.argv[2]);
const { store } = await openPlace(place);
const answers = new Map();
const fetch = guard(async (_, { headers }) => new Response(answers.get(headers["x-talk"])), { store, durable: true, onError: (error) => writeSync(2, `${error?.message ?? error}\n`) });

await Promise.all(
  Array.from({ length: 20 }, async (_, lane) => {
    for (let nth = 0; ; nth++) {
      const talk = new Talk(`t${lane}n${nth}p${process.pid}`);
      answers.set(talk.name, talk.answer());
      const text = await post(fetch, talk.request(), { "x-talk": talk.name });
      writeSync(1, `got ${JSON.parse(text).id}\n`);
      answers.delete(talk.name);
    }
  }),
);
