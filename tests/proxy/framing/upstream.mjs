// A provider that reads requests strictly, byte by byte, and shares no code with node:http. It keeps the input of each connection: whole requests,
// and the rest.
import { createServer } from "node:net";

const HEAD_END = "\r\n\r\n";
const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([^\r\n\0]*)$/;

export async function openStrictVendor({ answersEarly = false } = {}) {
  const vendor = { requests: [], connections: [], faults: [] };
  const sockets = new Set();
  const server = createServer((socket) => {
    const connection = { nth: vendor.connections.length, left: "" };
    vendor.connections.push(connection);
    sockets.add(socket);
    socket.setEncoding("latin1").on("error", () => {}).on("close", () => (connection.isClosed = true));
    socket.on("data", (text) => {
      connection.left += text;
      if (answersEarly && !connection.isAnswered && connection.left.includes(HEAD_END)) {
        connection.isAnswered = true;
        answer(socket, "POST");
      }
      for (let request; (request = takeRequest(connection, vendor)); ) {
        vendor.requests.push({ ...request, connection: connection.nth });
        if (!connection.isAnswered) answer(socket, request.method);
        connection.isAnswered = false;
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  vendor.url = `http://127.0.0.1:${server.address().port}`;
  vendor.close = () => new Promise((resolve) => (server.close(resolve), sockets.forEach((socket) => socket.destroy())));
  return vendor;
}

function answer(socket, method) {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n${method === "HEAD" ? "" : "{}"}`);
}

/** Removes the first request from the input of a connection; nothing if it is incomplete. A request that breaks a rule is a fault. */
function takeRequest(connection, vendor) {
  const { left } = connection;
  const end = left.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [start, ...lines] = left.slice(0, end).split("\r\n");
  const [, method, path] = /^([A-Z]+) (\/[!-~]*) HTTP\/1\.1$/.exec(start) ?? [];
  const headers = lines.map((line) => LINE.exec(line)?.slice(1));
  if (method === undefined || headers.includes(undefined)) return void vendor.faults.push(left);
  const valuesOf = (name) => headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
  const [lengths, codings] = [valuesOf("content-length"), valuesOf("transfer-encoding")];
  const isFramed = lengths.length + codings.length <= 1 && lengths.every((length) => /^\d+$/.test(length)) && codings.every((coding) => coding === "chunked");
  if (!isFramed || valuesOf("host").length !== 1) return void vendor.faults.push(left);
  const taken = codings.length ? takeChunks(left, end + HEAD_END.length) : { body: left.slice(end + HEAD_END.length).slice(0, Number(lengths[0] ?? 0)), end: end + HEAD_END.length + Number(lengths[0] ?? 0) };
  if (!taken || taken.end > left.length) return undefined;
  if (taken.isBroken) return void vendor.faults.push(left);
  connection.left = left.slice(taken.end);
  return { method, path, headers, body: taken.body, key: valuesOf("x-api-key").join(), raw: left.slice(0, taken.end) };
}

function takeChunks(text, from) {
  let body = "";
  for (let at = from; ; ) {
    const end = text.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = /^[0-9a-f]+$/i.test(text.slice(at, end)) ? Number.parseInt(text.slice(at, end), 16) : undefined;
    if (size === undefined) return { isBroken: true, end: 0 };
    const next = end + 2 + size + 2;
    if (next > text.length) return undefined;
    if (text.slice(next - 2, next) !== "\r\n") return { isBroken: true, end: 0 };
    if (size === 0) return { body, end: next };
    body += text.slice(end + 2, end + 2 + size);
    at = next;
  }
}
