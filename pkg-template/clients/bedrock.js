// The client of Amazon Bedrock. It has no fetch: a request passes a stack of functions, which sign it before it is sent. The guard stands right before the signature, so that
// a repaired request is signed. It gets the answer directly from the connection, before anything else reads it.
import { Guard, settingsOf } from "../guard/parts.js";
import { AwsAnswer } from "./aws-answer.js";
import { copyOf, expect, withGuard } from "./guarded.js";

const NAME = "rethought";

export function guardBedrock(client, options) {
  expect(typeof client?.middlewareStack?.addRelativeTo === "function" && typeof client.send === "function", "a client of @aws-sdk/client-bedrock-runtime");
  const guarding = new Guard(settingsOf(options));
  const middlewareStack = client.middlewareStack.clone();
  middlewareStack.addRelativeTo(beforeSignature(guarding), { name: `${NAME}Guard`, relation: "before", toMiddleware: "httpSigningMiddleware" });
  middlewareStack.add(behindConnection, { name: `${NAME}Answer`, step: "deserialize", priority: "low" });
  return withGuard(copyOf(client, { middlewareStack, handlers: undefined }), guarding.lend({}));
}

/** The attempts that run, by the context of their command. */
const attempts = new WeakMap();

const beforeSignature = (guarding) => (next, context) => async (args) => {
  if (!isHttpRequest(args.request)) return next(args);
  const { request } = args;
  let attempt;
  const send = async (_, { body }) => {
    attempt = new Attempt();
    attempts.set(context, attempt);
    return attempt.run(() => next({ ...args, request: body === request.body ? request : withBody(request, body) }));
  };
  const answer = await guarding.pass([addressOf(request), { method: request.method, headers: request.headers, body: request.body }], send);
  if (attempt) return attempt.give(answer);
  // It was refused here. The client reads that as it reads any answer, and throws its own error.
  const refused = new Attempt(await AwsAnswer.of(answer));
  attempts.set(context, refused);
  return next(args);
};

const behindConnection = (next, context) => async (args) => {
  const attempt = attempts.get(context);
  attempts.delete(context);
  if (!attempt) return next(args);
  return attempt.received ? { response: attempt.received.toHttp() } : attempt.receive(await next(args));
};

/** One try of a command: the answer goes to the guard, and what the guard gives for it to the client. */
class Attempt {
  #arrived = Promise.withResolvers?.() ?? withResolvers();
  #given = Promise.withResolvers?.() ?? withResolvers();
  #result;

  /** `received` is an answer that comes from no connection. */
  constructor(received) {
    this.received = received;
  }

  /** Begins it; resolves to the answer when its headers are there. */
  run(begin) {
    this.#result = begin();
    // It ends by itself only if no answer came.
    this.#result.catch(this.#arrived.reject);
    return this.#arrived.promise;
  }

  /** Gives the answer of the connection to the guard, and waits for what the client gets. */
  async receive(output) {
    this.#arrived.resolve(new AwsAnswer(output.response));
    const answer = await this.#given.promise;
    return { ...output, response: answer.toHttp() };
  }

  /** Lets the client read an answer; resolves to what it makes of it. */
  give(answer) {
    this.#given.resolve(answer);
    return this.#result;
  }
}

function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

const isHttpRequest = (request) => typeof request?.hostname === "string" && typeof request.path === "string" && (typeof request.body === "string" || ArrayBuffer.isView(request.body));

function addressOf({ protocol, hostname, port, path }) {
  return `${protocol}//${hostname}${port ? `:${port}` : ""}${path}`;
}

function withBody(request, body) {
  const length = typeof body === "string" ? new TextEncoder().encode(body).length : body.byteLength;
  return copyOf(request, { body, headers: { ...request.headers, "content-length": String(length) } });
}
