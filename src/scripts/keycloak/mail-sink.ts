// A mail server on loopback that accepts everything, and finds links in what it receives.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail as it arrives; the link is null for one without. */
export type OnMail = (to: string, link: string | null) => void;

/** Returns its port. */
export async function startMailSink(onMail: OnMail): Promise<number> {
  const server = createServer((socket) => {
    // A client that hangs up is no failure.
    receive(socket, onMail).catch(() => socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** SMTP as far as a client needs it that neither authenticates nor encrypts (RFC 5321). */
async function receive(socket: Socket, onMail: OnMail): Promise<void> {
  let to = "";
  let data: string[] | null = null;
  const respond = (line: string) => socket.write(`${line}\r\n`);
  respond("220 sink");
  for await (const line of createInterface(socket)) {
    if (data !== null && line !== ".") {
      data.push(line);
    } else if (data !== null) {
      onMail(to, linkIn(data.join("\n")));
      data = null;
      respond("250 kept");
    } else if (/^DATA/i.test(line)) {
      data = [];
      respond("354 go on");
    } else if (/^QUIT/i.test(line)) {
      socket.end("221 bye\r\n");
    } else {
      to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]?.toLowerCase() ?? to;
      respond("250 sink");
    }
  }
}

/** The text part comes first; it is quoted-printable. */
function linkIn(text: string): string | null {
  const plain = text
    .replaceAll("=\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /https?:\/\/\S+/.exec(plain)?.[0] ?? null;
}
