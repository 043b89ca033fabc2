import { describe, expect, it } from "vitest";
import { receiveLedgerEvent } from "../../../src/services/payment-intents/ledger-events.ts";
import { newWebhookSecret, signWebhook } from "../../../src/webhooks/sign.ts";
import { muteLog } from "../../support/faults.ts";
import { deps } from "../../support/seeds.ts";

const [OLD, NEW, STRANGER] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
const ledger = { ...deps.config.ledger, eventsSecrets: [NEW, OLD] };
const rotating = { ...deps, config: { ...deps.config, ledger } };

async function receive(secret: string) {
  const signed = await signWebhook([secret], crypto.randomUUID(), Date.now(), "{}");
  return await receiveLedgerEvent(rotating, new Headers({ ...signed }), "{}");
}

describe("a ledger event, while one secret replaces the other", () => {
  it.each([
    ["new", NEW],
    ["old", OLD],
  ])("may be signed under the %s one", async (name, secret) => {
    const log = muteLog();
    // The signature was accepted, and then the body was looked at.
    expect(await receive(secret)).toBe("malformed");
    expect(log.join().includes("ledger_event_old_secret")).toBe(name === "old");
  });

  it("may not be signed under any other", async () => {
    expect(await receive(STRANGER)).toBe("bad_signature");
  });

  it("may not be signed under another when there is only one", async () => {
    const single = { ...deps, config: { ...deps.config, ledger: { ...ledger, eventsSecrets: [NEW] } } };
    const signed = await signWebhook([OLD], crypto.randomUUID(), Date.now(), "{}");
    for (const headers of [new Headers({ ...signed }), new Headers()])
      expect(await receiveLedgerEvent(single, headers, "{}")).toBe("bad_signature");
  });
});
