// Passes TCP connections on. The service is told its own address before it knows its port, and a test can cut the
// connections of a page as a lost network does.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  port: number;
  passTo(port: number): void;
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): void;
}

export async function startRelay(): Promise<Relay> {
  const sockets = new Set<Socket>();
  let target: number | null = null;
  let isCut = false;
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const server = createServer((incoming) => {
    if (isCut || target === null) return incoming.destroy();
    const outgoing = connect(target, "127.0.0.1");
    keep(incoming, () => outgoing);
    keep(outgoing, () => incoming);
    incoming.pipe(outgoing).pipe(incoming);
    return incoming;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    passTo: (port) => {
      target = port;
    },
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      server.close();
      endAll();
    },
  };
}
