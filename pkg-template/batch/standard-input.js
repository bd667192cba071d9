// Reads standard input like a file, into a buffer of the caller. Node's own stream makes a new buffer for each chunk, and ten gigabytes of them
// fragment the memory.
import { fstatSync, read } from "node:fs";
import { Socket } from "node:net";
import { promisify } from "node:util";

const STDIN = 0;
const readFile = promisify(read);

export class StandardInput {
  #socket;
  #isOver = false;
  #failure;
  /** Called when bytes have arrived, or no more will. */
  #notify = () => {};
  /** The bytes that have arrived and are not yet read. */
  #arrived;

  /** Reads up to `length` bytes into a buffer. Resolves to `{bytesRead}`, which is 0 at the end. */
  async read(buffer, offset, length) {
    if (!isPipe()) return readFile(STDIN, buffer, offset, length, null);
    this.#socket ??= this.#open();
    while (!this.#arrived?.length && !this.#isOver) await new Promise((resolve) => (this.#notify = resolve));
    if (this.#failure) throw this.#failure;
    const bytesRead = this.#arrived?.copy(buffer, offset, 0, length) ?? 0;
    this.#arrived = this.#arrived?.subarray(bytesRead);
    if (!this.#arrived?.length && !this.#isOver) this.#socket.resume();
    return { bytesRead };
  }

  /** The writer may continue forever. */
  async close() {
    this.#socket?.destroy();
  }

  /** The event loop reads a pipe: a thread that waits for it would keep the process from ending. */
  #open() {
    const callback = (length, buffer) => {
      this.#arrived = buffer.subarray(0, length);
      this.#notify();
      return false;
    };
    const socket = new Socket({ fd: STDIN, writable: false, onread: { buffer: Buffer.allocUnsafeSlow(PIPE), callback } });
    socket.on("error", (error) => (this.#failure = error));
    socket.on("close", () => {
      this.#isOver = true;
      this.#notify();
    });
    return socket.resume();
  }
}

/** The capacity of a pipe. */
const PIPE = 1 << 16;

function isPipe() {
  const kind = fstatSync(STDIN);
  return kind.isFIFO() || kind.isSocket();
}
