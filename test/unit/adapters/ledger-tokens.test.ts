import { describe, expect, it } from "vitest";
import { createLedgerClient } from "#core/adapters/ledger.ts";
import { TRANSACTION, TRANSFER } from "../../support/embedded-ledger.ts";
import { muteLog } from "../../support/faults.ts";

interface Received {
  token: string | undefined;
  key: string | null;
  body: string;
}

/** A ledger that knows some tokens; its refusal is no JSON, as from a gateway in front of it. */
function startLedger(...known: string[]) {
  const received: Received[] = [];
  const ledger = createLedgerClient({
    baseUrl: "https://ledger.test",
    tokens: ["new", "old"],
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const token = request.headers.get("Authorization")?.replace("Bearer ", "");
      received.push({ token, key: request.headers.get("Idempotency-Key"), body: await request.text() });
      return known.includes(token ?? "")
        ? Response.json(TRANSACTION, { status: 201 })
        : new Response("<h1>Unauthorized</h1>", { status: 401 });
    },
  });
  return { ledger, received };
}

const settled = { outcome: "settled", transactionId: "tx-1" };

describe("a request to the ledger, while one token replaces the other", () => {
  it.each([[["new"]], [["new", "old"]]])(
    "is sent once, with the first token, when it knows %j",
    async (known) => {
      const log = muteLog();
      const { ledger, received } = startLedger(...known);
      expect(await ledger.transfer(TRANSFER)).toEqual(settled);
      expect(received.map(({ token }) => token)).toEqual(["new"]);
      expect(log.join()).not.toContain("ledger_token_refused");
    },
  );

  it("is sent again under the same key with the second when the first is refused, and logged", async () => {
    const log = muteLog();
    const { ledger, received } = startLedger("old");
    expect(await ledger.transfer(TRANSFER)).toEqual(settled);
    const [first, second] = received;
    expect(received).toHaveLength(2);
    expect(second).toEqual({ ...first, token: "old" });
    expect(first).toMatchObject({ token: "new", key: TRANSFER.key });
    expect(log.join()).toContain("ledger_token_refused");
    expect(log.join()).not.toMatch(/Bearer|"old"|"new"/);
  });

  it("has no result when both are refused, and is tried again later", async () => {
    muteLog();
    const { ledger, received } = startLedger("another");
    expect(await ledger.transfer(TRANSFER)).toEqual({ outcome: "unknown" });
    expect(received.map(({ token }) => token)).toEqual(["new", "old"]);
  });

  it("takes no longer than one", async () => {
    muteLog();
    const pending = createLedgerClient({
      baseUrl: "https://ledger.test",
      tokens: ["new", "old"],
      timeoutMs: 100,
      fetch: async (_input, init) => {
        await scheduler.wait(60);
        const isNew = new Headers(init?.headers).get("Authorization") === "Bearer new";
        return isNew ? new Response(null, { status: 401 }) : Response.json(TRANSACTION, { status: 201 });
      },
    });
    expect(await pending.transfer(TRANSFER)).toEqual({ outcome: "unknown" });
  });
});
