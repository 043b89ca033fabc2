// What test/vectors/make-webhook-signatures.py wrote with the official Python library: no code of ours made these.
import { describe, expect, it } from "vitest";
import { verifyWebhook } from "../../../src/sdk/index.ts";
import { verifySignature } from "../../../src/sdk/signature.ts";
import { signWebhook } from "../../../src/webhooks/sign.ts";
import file from "../../vectors/webhook-signatures.json" with { type: "json" };

interface Vector {
  name: string;
  secret: string;
  previous_secret?: string | undefined;
  id: string;
  timestamp: number;
  body: string;
  repeat?: { text: string; times: number } | undefined;
  signature: string;
}

const VALID: Vector[] = file.vectors;
const INVALID: Vector[] = file.invalid;
/** Signed like any other body, but no event: the client says so once it has verified the signature. */
const NO_EVENT = ["the specification's own example", "an empty body"];
const EVENTS = VALID.filter(({ name }) => !NO_EVENT.includes(name));
const OTHERS = VALID.filter(({ name }) => NO_EVENT.includes(name));
const ROTATIONS = VALID.filter((vector) => vector.previous_secret !== undefined);

function bodyOf({ body, repeat }: Vector): string {
  return repeat === undefined ? body : body.replace(repeat.text, repeat.text.repeat(repeat.times));
}

function secretsOf({ secret, previous_secret }: Vector): string[] {
  return previous_secret === undefined ? [secret] : [secret, previous_secret];
}

function headersOf({ id, timestamp, signature }: Vector) {
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
}

/** By the merchants' client, with its clock at the vector's time. */
function verify(vector: Vector, options: { body?: Uint8Array; secret?: string } = {}) {
  const { body = bodyOf(vector), secret = vector.secret } = options;
  return verifyWebhook(body, headersOf(vector), secret, { now: vector.timestamp * 1000 });
}

/** By the service, for what a ledger sends it. */
async function isSigned(vector: Vector, secret = vector.secret): Promise<boolean> {
  const body = new TextEncoder().encode(bodyOf(vector));
  const headers = new Headers(headersOf(vector));
  return (await verifySignature(body, headers, [secret], { now: vector.timestamp * 1000 })).ok;
}

/** What the client makes of it: JSON.parse takes no byte order mark. */
function eventOf(vector: Vector) {
  return { ...JSON.parse(bodyOf(vector).replace(/^\ufeff/, "")), id: vector.id };
}

describe("signWebhook", () => {
  it.each(VALID)("signs byte for byte as the library does: $name", async (vector) => {
    const { id, timestamp } = vector;
    const signed = await signWebhook(secretsOf(vector), id, timestamp * 1000, bodyOf(vector));
    expect(signed).toEqual(headersOf(vector));
  });

  it.each(VALID)("leaves the milliseconds out: $name", async (vector) => {
    const { id, timestamp } = vector;
    const signed = await signWebhook(secretsOf(vector), id, timestamp * 1000 + 999, bodyOf(vector));
    expect(signed).toEqual(headersOf(vector));
  });
});

describe("verifyWebhook", () => {
  it.each(EVENTS)("accepts $name", async (vector) => {
    expect(await verify(vector)).toEqual(eventOf(vector));
  });

  it.each(EVENTS)("accepts the body's bytes of $name", async (vector) => {
    const body = new TextEncoder().encode(bodyOf(vector));
    expect(await verify(vector, { body })).toEqual(eventOf(vector));
  });

  it.each(ROTATIONS)("accepts by the previous secret alone: $name", async (vector) => {
    expect(await verify(vector, { secret: vector.previous_secret ?? "" })).toEqual(eventOf(vector));
  });

  it.each(OTHERS)("verifies the signature and finds no event: $name", async (vector) => {
    await expect(verify(vector)).rejects.toMatchObject({ reason: "malformed_body" });
  });

  it.each(INVALID)("refuses $name", async (vector) => {
    const reason = vector.signature === "" ? "missing_header" : "no_matching_signature";
    await expect(verify(vector)).rejects.toMatchObject({ reason });
  });
});

describe("verifySignature", () => {
  it.each(VALID)("accepts $name", async (vector) => {
    expect(await isSigned(vector)).toBe(true);
  });

  it.each(ROTATIONS)("accepts by the previous secret alone: $name", async (vector) => {
    expect(await isSigned(vector, vector.previous_secret)).toBe(true);
  });

  it.each(INVALID)("refuses $name", async (vector) => {
    expect(await isSigned(vector)).toBe(false);
  });
});
