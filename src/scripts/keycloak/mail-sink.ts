// A mail server on loopback that accepts everything, and finds links in what it has received.
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS = 20_000;

export interface MailSink {
  port: number;
  /** The link in the next mail to this address that has one and has not been taken yet. Throws when none comes. */
  takeLink(to: string): Promise<string>;
  close(): void;
}

interface Mail {
  to: string;
  text: string;
}

/** `onMail` sees each mail as it arrives; null stands for a mail without a link. */
export async function startMailSink(
  onMail: (to: string, link: string | null) => void = () => undefined,
): Promise<MailSink> {
  const mails: Mail[] = [];
  const server = createServer((socket) =>
    receive(socket, (mail) => {
      mails.push(mail);
      onMail(mail.to, linkIn(mail.text));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    takeLink: async (to) => {
      const until = Date.now() + WAIT_MS;
      while (Date.now() < until) {
        const index = mails.findIndex((mail) => mail.to === to);
        const [mail] = index < 0 ? [] : mails.splice(index, 1);
        const link = mail === undefined ? null : linkIn(mail.text);
        if (link !== null) return link;
        await sleep(100);
      }
      throw new Error(`no mail to ${to} within ${WAIT_MS / 1000} s`);
    },
    close: () => server.close(),
  };
}

/** SMTP as far as a client needs it that neither authenticates nor encrypts (RFC 5321). */
function receive(socket: Socket, keep: (mail: Mail) => void): void {
  let buffered = "";
  let to = "";
  let isData = false;
  socket.setEncoding("utf8");
  socket.write("220 sink\r\n");
  // A client that hangs up is no failure.
  socket.on("error", () => undefined);
  socket.on("data", (chunk: string) => {
    buffered += chunk;
    for (;;) {
      const end = isData ? "\r\n.\r\n" : "\r\n";
      const length = buffered.indexOf(end);
      if (length < 0) return;
      const line = buffered.slice(0, length);
      buffered = buffered.slice(length + end.length);
      if (isData) {
        keep({ to, text: line });
        isData = false;
        socket.write("250 kept\r\n");
        continue;
      }
      const [, recipient] = /^RCPT TO:<([^>]*)>/i.exec(line) ?? [];
      if (recipient !== undefined) to = recipient.toLowerCase();
      isData = /^DATA/i.test(line);
      if (/^QUIT/i.test(line)) return void socket.end("221 bye\r\n");
      socket.write(isData ? "354 go on\r\n" : "250 sink\r\n");
    }
  });
}

/** The text part comes first; it is quoted-printable. */
function linkIn(text: string): string | null {
  const plain = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /https?:\/\/\S+/.exec(plain)?.[0] ?? null;
}
