// A proxy of node:http that only forwards: the baseline of the benchmark of the proxy.
import { Agent, createServer, request } from "node:http";

const agent = new Agent({ keepAlive: true });
const port = Number(process.argv[2]);
const server = createServer((asked, reply) => {
  const { host, connection, ...headers } = asked.headers;
  const sent = request({ port, host: "127.0.0.1", path: asked.url.replace("/anthropic", ""), method: asked.method, headers: { ...headers, host: `127.0.0.1:${port}` }, agent }, (answer) => {
    reply.writeHead(answer.statusCode, answer.headers);
    answer.pipe(reply);
  });
  asked.pipe(sent);
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
