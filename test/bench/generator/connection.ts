// A client with one connection, and one request on it at a time. It reads no more of a response than it must: every
// microsecond spent here is missing elsewhere on a small machine.
import { connect, type Socket } from "node:net";

const HEADERS_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

interface Expected {
  resolve: (response: RawResponse) => void;
  reject: (error: Error) => void;
}

export interface RawResponse {
  status: number;
  /** Headers and body, as they came. */
  text: string;
}

export class Connection {
  readonly #socket: Socket;
  #received = "";
  /** Where the response ends; null while that is not known. */
  #end: number | null = null;
  #isChunked = false;
  #expected: Expected | null = null;
  #isOpen = true;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (text) => this.#read(String(text)));
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("the server closed the connection")));
  }

  /** False when the server has closed it, as it does after a few idle seconds. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** `request` is the whole request, in latin1. */
  send(request: string): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      this.#expected = { resolve, reject };
      this.#socket.write(request, "latin1");
    });
  }

  #read(text: string): void {
    this.#received += text;
    if (this.#end === null && !this.#isChunked) this.#readHeaders();
    const isWhole = this.#isChunked
      ? this.#received.endsWith(LAST_CHUNK)
      : this.#end !== null && this.#received.length >= this.#end;
    if (isWhole) this.#finish();
  }

  #readHeaders(): void {
    const headersEnd = this.#received.indexOf(HEADERS_END);
    if (headersEnd < 0) return;
    const bodyStart = headersEnd + HEADERS_END.length;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, headersEnd))?.[1];
    const status = this.#status();
    this.#isChunked = length === undefined && status !== 204 && status !== 304;
    if (!this.#isChunked) this.#end = bodyStart + Number(length ?? 0);
  }

  #status(): number {
    return Number(this.#received.slice(9, 12));
  }

  #finish(): void {
    const response = { status: this.#status(), text: this.#received };
    const expected = this.#expected;
    this.#received = "";
    this.#end = null;
    this.#isChunked = false;
    this.#expected = null;
    expected?.resolve(response);
  }

  #fail(error: Error): void {
    this.#isOpen = false;
    this.#expected?.reject(error);
    this.#expected = null;
  }
}
