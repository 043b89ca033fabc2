import { describe, expect, it, vi } from "vitest";
import { keyedRequest } from "#core/services/payment-intents/fingerprint.ts";
import { receiveLedgerEvent } from "#core/services/payment-intents/ledger-events.ts";
import { findPayable, isPayable } from "#core/services/payment-intents/payability.ts";
import { newWebhookSecret, signWebhook } from "#core/webhooks/sign.ts";
import { muteLog } from "../../support/faults.ts";
import { anIntent } from "../../support/intent.ts";
import { deps } from "../../support/seeds.ts";

const INPUT = { amountMinor: 1250, currency: "USD" };

const fingerprintOf = async (operation: "create" | "scan", request: object) =>
  (await keyedRequest(operation, request)).fingerprint;

describe("the fingerprint of a request", () => {
  it("does not depend on the order of its fields", async () => {
    const reversed = Object.fromEntries(Object.entries(INPUT).reverse());
    expect(await fingerprintOf("create", reversed)).toEqual(await fingerprintOf("create", INPUT));
  });

  it("differs by operation and by each field", async () => {
    const fields = [
      "description",
      "reference",
      "callbackUrl",
      "callbackEventsJson",
      "returnUrl",
      "walletId",
      "counterId",
    ];
    const inputs = [INPUT, ...fields.map((field) => ({ ...INPUT, [field]: "x" }))];
    const changed = [
      { ...INPUT, amountMinor: 1 },
      { ...INPUT, currency: "EUR" },
      { ...INPUT, expiresInSeconds: 60 },
      { ...INPUT, metadataJson: "{}" },
    ];
    const all = [...inputs, ...changed];
    const prints = await Promise.all(all.map((input) => fingerprintOf("create", input)));
    prints.push(await fingerprintOf("scan", INPUT));
    expect(new Set(prints).size).toBe(all.length + 1);
  });

  it("is what it was before there were callback_events, without them", async () => {
    const today = {
      ...INPUT,
      ...{ description: "", reference: null, metadataJson: null, callbackUrl: null, returnUrl: null },
      ...{ expiresInSeconds: 1800, counterId: null },
    };
    const known = "a4de35d132d0158cd0a60d21399474d43d5b8887e2b7ac4aec497cfdc6ca0da1";
    expect(await fingerprintOf("create", today)).toBe(known);
    expect(await fingerprintOf("create", { ...today, callbackEventsJson: null })).toBe(known);
  });
});

it("does not let every view wait while D1 does not respond", async () => {
  muteLog();
  let now = Date.now();
  let reads = 0;
  const slow = {
    ...deps,
    db: Object.create(deps.db),
    clock: () => now,
    findRestrictions: async () => {
      reads += 1;
      now += 5_000;
      throw new Error("timed out");
    },
  } as typeof deps;
  const intent = anIntent();
  for (let view = 0; view < 3; view++) expect(await isPayable(slow, intent)).toBe(true);
  expect(reads).toBe(1);
  now += 5_000;
  await isPayable(slow, intent);
  expect(reads).toBe(2);
});

it("shows the restrictions that was read with the intent, and knows them for five seconds", async () => {
  const intent = anIntent();
  let [now, restrictions] = [Date.now(), { isSuspended: true } as { isSuspended?: boolean }];
  const findRestrictions = vi.fn(deps.findRestrictions);
  const intents = { ...deps.intents, find: async () => ({ ...intent, ...restrictions }) };
  const reading = {
    ...deps,
    db: Object.create(deps.db),
    clock: () => now,
    intents,
    findRestrictions,
  };
  const isShownPayable = async () => (await findPayable(reading, intent.id))?.shop.isPayable;
  expect(await isShownPayable()).toBe(false);
  restrictions = {};
  now += 4_999;
  expect(await isShownPayable()).toBe(false);
  expect(findRestrictions).not.toHaveBeenCalled();
  now += 1;
  expect(await isShownPayable()).toBe(true);
  expect(findRestrictions).toHaveBeenCalledOnce();
});

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
