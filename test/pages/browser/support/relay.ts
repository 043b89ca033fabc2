// Passes TCP connections on. The service is told its own address before it knows its port, and a test can harm the
// WebSockets of a page as networks do.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  port: number;
  passTo(port: number): void;
  killSockets(): void;
  /** From now on nothing more arrives on the sockets that are open, and the page does not learn of it. */
  deafenSockets(): void;
  close(): void;
}

interface Connection {
  fromPage: Socket;
  toService: Socket;
  isWebSocket: boolean;
  isDeaf: boolean;
}

export async function startRelay(): Promise<Relay> {
  const connections = new Set<Connection>();
  let target = 0;
  const server = createServer((fromPage) => {
    const toService = connect(target, "127.0.0.1");
    const connection = { fromPage, toService, isWebSocket: false, isDeaf: false };
    connections.add(connection);
    join(connection, () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const webSockets = () => [...connections].filter(({ isWebSocket }) => isWebSocket);
  return {
    port: (server.address() as AddressInfo).port,
    passTo: (port) => {
      target = port;
    },
    killSockets: () => {
      for (const { fromPage } of webSockets()) fromPage.destroy();
    },
    deafenSockets: () => {
      for (const connection of webSockets()) {
        connection.isDeaf = true;
        connection.toService.unpipe().resume();
      }
    },
    close: () => {
      server.close();
      for (const { fromPage } of connections) fromPage.destroy();
    },
  };
}

function join(connection: Connection, end: () => void): void {
  const { fromPage, toService } = connection;
  fromPage.pipe(toService).pipe(fromPage);
  fromPage.on("data", (bytes) => {
    connection.isWebSocket ||= bytes.includes("Sec-WebSocket-Key");
  });
  fromPage.on("close", () => {
    toService.destroy();
    end();
  });
  toService.on("close", () => {
    if (!connection.isDeaf) fromPage.destroy();
  });
  for (const socket of [fromPage, toService]) socket.on("error", () => {});
}
