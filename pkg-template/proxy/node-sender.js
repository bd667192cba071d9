// Sends calls to providers by node:http, over connections that stay open.
import { framed } from "./framing.js";
import { NodeAnswer } from "./node-answer.js";
import { nodeModule } from "../guard/parts.js";

export class NodeSender {
  #modules = { "http:": nodeModule("node:http"), "https:": nodeModule("node:https") };
  #agents = Object.fromEntries(Object.entries(this.#modules).map(([protocol, { Agent }]) => [protocol, new Agent({ keepAlive: true })]));

  /**
   * Sends a call, and resolves to a `NodeAnswer` when the headers have arrived. `body` is bytes, or a stream of node with its `length` if
   * that is known.
   */
  async send(address, call) {
    try {
      return await this.#once(address, call);
    } catch (error) {
      // The provider closed an idle connection just when it was used again, and read nothing of the call.
      if (!error.isStale || !isWhole(call.body)) throw error;
      return this.#once(address, call);
    }
  }

  close() {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #once(address, { method, headers, body, length, signal }) {
    return new Promise((resolve, reject) => {
      const { protocol, hostname, port, pathname, search, host } = address;
      const to = { hostname: hostname.replace(/^\[|\]$/g, ""), port: port || undefined, path: `${pathname}${search}`, method, agent: this.#agents[protocol] };
      const request = this.#modules[protocol].request({ ...to, headers: ["host", host, ...headers.flat(), ...framed(method, body, length)] });
      const abort = () => request.destroy(Object.assign(new Error("the client gave up"), { code: "ABORT_ERR" }));
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      request.on("response", (incoming) => resolve(new NodeAnswer(incoming)));
      request.on("close", () => signal.removeEventListener("abort", abort));
      request.on("error", (error) => reject(Object.assign(error, { isStale: request.reusedSocket && error.code === "ECONNRESET" })));
      if (isWhole(body)) request.end(body);
      else body.on("close", () => body.readableEnded || abort()).pipe(request);
    });
  }
}

const isWhole = (body) => body === undefined || ArrayBuffer.isView(body);
