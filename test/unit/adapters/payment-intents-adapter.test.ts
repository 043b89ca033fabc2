// What the stub of a Durable Object throws, and what becomes of it.
import { describe, expect, it } from "vitest";
import { createPaymentIntents, type IntentStub } from "#core/adapters/payment-intents.ts";
import type { IntentCommand, IntentCommandType } from "#core/domain/payment-intents/commands.ts";
import { err, ok } from "#core/domain/result.ts";
import { refusalError } from "#core/http/refusals.ts";
import { anIntent } from "../../support/intent.ts";
import { cancel, confirm, expire, refund } from "../../support/intent-commands.ts";
import { event, result, settled, transaction } from "../../support/ledger-results.ts";

const ACTOR = { client: "test", requestId: null };
const COMMANDS: Record<IntentCommandType, { command: IntentCommand; isRepeated: boolean }> = {
  confirm: { command: confirm, isRepeated: true },
  approve: { command: { type: "approve", walletId: "wallet-1" }, isRepeated: true },
  reject: { command: { type: "reject", walletId: "wallet-1" }, isRepeated: true },
  withdraw: { command: { type: "withdraw", merchantId: "merchant-1" }, isRepeated: true },
  expire: { command: expire, isRepeated: true },
  record_ledger_event: { command: event("payment", settled), isRepeated: true },
  cancel: { command: cancel, isRepeated: false },
  refund: { command: refund, isRepeated: false },
  simulate_expiry: { command: { type: "simulate_expiry", merchantId: "merchant-1" }, isRepeated: false },
  record_transfer_result: { command: result("payment:1", settled), isRepeated: false },
  record_transaction: { command: transaction("payment", settled), isRepeated: true },
  end_operation: { command: { type: "end_operation" }, isRepeated: false },
};
const CASES = Object.values(COMMANDS).map(({ command, isRepeated }) => ({ command, isRepeated }));

/** Intents whose object throws each of the failures in turn, and then responds. */
function intentsAfter(...failures: Error[]) {
  return intentsResponding(() => new Response(), ...failures);
}

/** Gives them a response to a request for a WebSocket. */
function intentsResponding(response: () => Response, ...failures: Error[]) {
  const calls: string[] = [];
  const respond = async (call: string) => {
    calls.push(call);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  const intents = createPaymentIntents(() => ({
    create: async () => {
      await respond("create");
      return ok(null);
    },
    find: async () => {
      await respond("find");
      return ok(anIntent());
    },
    execute: async (command) => {
      await respond(command.type);
      return ok(anIntent());
    },
    fetch: async (url) => {
      await respond(url);
      return response();
    },
  }));
  return { intents, calls };
}

const restarted = () => Object.assign(new Error("the object was reset"), { retryable: true });
const overloaded = () => Object.assign(new Error("too busy"), { retryable: true, overloaded: true });
const broken = () => Object.assign(new Error("it threw"), { retryable: false });

describe("an object's response", () => {
  const intentsOf = (object: Partial<IntentStub>) => createPaymentIntents(() => object as IntentStub);

  it("is the intent, with its QR code only for whoever asks for it", async () => {
    const find = async (isDrawn: boolean) => ok(isDrawn ? { ...anIntent(), qrCodeUrl: "data:" } : anIntent());
    const intents = intentsOf({ find });
    expect(await intents.find("intent-1")).toEqual(anIntent());
    expect(await intents.find("intent-1", true)).toEqual({ ...anIntent(), qrCodeUrl: "data:" });
  });

  it("is a refusal", async () => {
    const refusing = async () => err("not_pending" as const);
    expect(await intentsOf({ execute: refusing }).execute("intent-1", cancel, ACTOR)).toEqual(
      err("not_pending"),
    );
    expect(await intentsOf({ find: async () => err("not_found") }).find("intent-1")).toBeNull();
  });

  it("says when an operation may be ended", async () => {
    const refusal = { ...err("operation_may_still_arrive" as const), retryAfterMs: 9_500 };
    const refused = await intentsOf({ execute: async () => refusal }).execute("intent-1", cancel, ACTOR);
    expect(refused).toEqual(refusal);
    expect(refusalError("operation_may_still_arrive", 9_500)).toMatchObject({
      ...{ status: 409, code: "operation_may_still_arrive", headers: { "Retry-After": "10" } },
    });
  });
});

describe("an object that was restarted", () => {
  it("is asked again to create its intent, which may be there", async () => {
    const { intents, calls } = intentsAfter(restarted());
    expect(await intents.create(anIntent())).toBeNull();
    expect(calls).toEqual(["create", "create"]);
  });

  it("is read again, once", async () => {
    const once = intentsAfter(restarted());
    expect(await once.intents.find("intent-1")).toEqual(anIntent());
    expect(once.calls).toEqual(["find", "find"]);

    const twice = intentsAfter(restarted(), restarted());
    await expect(twice.intents.find("intent-1")).rejects.toThrow("the object was reset");
    expect(twice.calls).toEqual(["find", "find"]);
  });

  it.each(CASES)("gets $command.type again only if it is safe to repeat: $isRepeated", async (example) => {
    const { command, isRepeated } = example;
    const { intents, calls } = intentsAfter(restarted());

    const executed = intents.execute("intent-1", command, ACTOR);

    if (isRepeated) expect(await executed).toEqual(ok(anIntent()));
    else await expect(executed).rejects.toThrow("the object was reset");
    expect(calls).toEqual(Array(isRepeated ? 2 : 1).fill(command.type));
  });
});

describe("an object that is overloaded", () => {
  it("is unavailable, and not called again", async () => {
    const { intents, calls } = intentsAfter(overloaded());

    await expect(intents.find("intent-1")).rejects.toMatchObject({
      name: "DependencyError",
      dependency: "payment_intent",
    });
    expect(calls).toEqual(["find"]);
  });
});

describe("an object that throws otherwise", () => {
  it.each([
    ["an error of its own", broken()],
    ["an error without the platform's marks", new Error("it threw")],
  ])("is not called again: %s", async (_, failure) => {
    const { intents, calls } = intentsAfter(failure);

    await expect(intents.find("intent-1")).rejects.toBe(failure);
    expect(calls).toEqual(["find"]);
  });
});

describe("a WebSocket on an object", () => {
  const PAYABLE = { isPayable: true, logoHash: null };
  const upgraded = () => {
    const { 0: webSocket } = new WebSocketPair();
    return new Response(null, { status: 101, webSocket });
  };

  it("is requested again, once, from an object that was restarted", async () => {
    const { intents, calls } = intentsResponding(upgraded, restarted());
    expect(await intents.watch("intent-1", PAYABLE)).toMatchObject({ ok: true, value: { status: 101 } });
    expect(calls).toEqual(Array(2).fill("https://payment-intent/live?is_payable"));
  });

  it("shows whether the intent is payable", async () => {
    const { intents, calls } = intentsResponding(upgraded);
    await intents.watch("intent-1", { isPayable: false, logoHash: null });
    expect(calls).toEqual(["https://payment-intent/live"]);
  });

  it("tells the logo", async () => {
    const { intents, calls } = intentsResponding(upgraded);
    await intents.watch("intent-1", { isPayable: true, logoHash: "abc" });
    expect(calls).toEqual(["https://payment-intent/live?is_payable&logo=abc"]);
  });

  it.each([
    [404, "not_found"],
    [429, "too_many_watchers"],
  ])("is refused with %i: %s", async (status, refusal) => {
    const { intents } = intentsResponding(() => new Response(null, { status }));
    expect(await intents.watch("intent-1", PAYABLE)).toEqual(err(refusal));
  });

  it.each([503, 500, 200])("is unavailable after %i", async (status) => {
    const { intents } = intentsResponding(() => new Response(null, { status }));
    await expect(intents.watch("intent-1", PAYABLE)).rejects.toMatchObject({ dependency: "payment_intent" });
  });
});
