// When `npm run chaos` kills, and what it notes of the clients' requests. Runs in Node.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { Random } from "../support/random.ts";
import { startJournal } from "./kills/journal.ts";
import { planKills } from "./kills/plan.ts";

describe("planKills", () => {
  it("kills 20 times under load, and at start-up and in quiet moments in between", () => {
    for (let seed = 0; seed < 100; seed++) {
      const plan = planKills(new Random(seed));
      const counts = Map.groupBy(plan, ({ moment }) => moment);
      expect(Array.from(counts, ([moment, kills]) => [moment, kills.length]).sort()).toEqual([
        ["at start-up", 2],
        ["in a quiet moment", 2],
        ["under load", 20],
      ]);
      expect(plan[0]?.moment).toBe("under load");
    }
  });
});

describe("the journal", () => {
  it("notes what a client requested and was told, without QR codes, and what got no response", async () => {
    const server = createServer((request, response) => {
      if (request.method === "DELETE") request.socket.destroy();
      else response.writeHead(201).end('{"payment_intent": {"id": "a", "qr_data": "long"}}');
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const url = `${baseUrl}/merchant/api/v1/payment-intents`;
    const journal = startJournal();
    const fetchAsShop = journal.fetchAs("shop");
    const headers = { "Idempotency-Key": "key" };
    const response = await fetchAsShop(url, { method: "POST", headers, body: '{"amount": 1}' });
    expect(await response.json()).toEqual({ payment_intent: { id: "a", qr_data: "long" } });
    await fetchAsShop(`${baseUrl}/realms/x/token`, { method: "POST" });
    await expect(fetchAsShop(url, { method: "DELETE" })).rejects.toThrow();
    server.close();
    await once(server, "close");
    await expect(fetchAsShop(url, { method: "PUT" })).rejects.toThrow();
    const noted = { actor: "shop", path: "/merchant/api/v1/payment-intents", sentAt: expect.any(Number) };
    expect(journal.exchanges).toEqual([
      {
        ...noted,
        method: "POST",
        key: "key",
        request: { amount: 1 },
        response: { status: 201, at: expect.any(Number), body: { payment_intent: { id: "a" } } },
      },
      { ...noted, method: "DELETE", key: null, request: null, response: null },
    ]);
  });
});
