import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { decodeProtectedHeader, type JSONWebKeySet } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import worker from "../../../src/sandbox.ts";
import { BASE_URL } from "../../support/api.ts";
import { MINUTE, moveClock, SECOND } from "../../support/clock.ts";
import {
  anotherIsolate,
  type Provider,
  startProvider,
  takeTokenFrom,
} from "../../support/identity-provider.ts";
import { makeMerchant } from "../../support/parties.ts";
import { CERTS_PATH, MERCHANT_API } from "../../support/paths.ts";
import { runSweep } from "../../support/queues.ts";
import { sharedRows } from "../../support/rows.ts";

const KEYS_PATH = "/admin/realms/payment-platform/keys";
const MERCHANTS = `${MERCHANT_API}/merchants?limit=1`;

interface Keys {
  active: { RS256: string };
  keys: { kid: string; status: string; signsFrom: string; publishedUntil: string | null }[];
}

async function rotate(provider: Provider): Promise<Keys> {
  const headers = { Authorization: `Bearer ${await takeTokenFrom(provider)}` };
  const response = await provider.request(`${KEYS_PATH}/rotate`, { method: "POST", headers });
  expect(response.status).toBe(200);
  return response.json<Keys>();
}

async function publishedBy(provider: Provider): Promise<(string | undefined)[]> {
  const { keys } = await (await provider.request(CERTS_PATH)).json<JSONWebKeySet>();
  return keys.map(({ kid }) => kid);
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

/** An isolate of its own, with a clock of its own. */
function startIsolate() {
  let clock = Date.now();
  const provider = startProvider({ binding: anotherIsolate(), now: () => clock });
  return { provider, waitUntil };

  function waitUntil(time: number): void {
    clock = time;
  }
}

/** The whole service in an isolate of its own: what it remembers of the keys is in no other file's way. */
function startService(): Provider {
  const bindings = { ...env, DB: anotherIsolate() };
  return {
    request: (path, init) =>
      worker.fetch(new Request(BASE_URL + path, init), bindings, createExecutionContext()),
  };
}

describe("a rotation, as its callers see it", () => {
  it("is only for the administrator", async () => {
    const provider = startProvider();
    const { token } = await makeMerchant();
    for (const [headers, status] of [
      [{}, 401],
      [{ Authorization: `Bearer ${token}` }, 403],
    ] as const) {
      expect((await provider.request(KEYS_PATH, { headers })).status).toBe(status);
      const rotated = await provider.request(`${KEYS_PATH}/rotate`, { method: "POST", headers });
      expect(rotated.status).toBe(status);
    }
    const results = await sharedRows.all("SELECT kid FROM idp_keys");
    expect(results.length).toBeLessThanOrEqual(1);
  });

  it("refuses no token and publishes the next key before it signs", async () => {
    const service = startService();
    const published = async () => (await publishedBy(service)).length;
    const adminToken = () => takeTokenFrom(service);
    const accepts = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      expect((await service.request(MERCHANTS, { headers })).status).toBe(200);
      const listed = await service.request(KEYS_PATH, { headers });
      expect(listed.status).toBe(200);
      return listed.json<Keys>();
    };
    const first = kidOf(await adminToken());
    await accepts(await adminToken());
    const rotated = await rotate(service);
    const rotatedAt = Date.now();
    expect(rotated).toMatchObject({
      active: { RS256: first },
      keys: [
        { kid: first, status: "ACTIVE", algorithm: "RS256", type: "RSA", use: "SIG" },
        { status: "PASSIVE", publishedUntil: null },
      ],
    });
    const next = rotated.keys[1]?.kid;
    const switchAt = Date.parse(rotated.keys[1]?.signsFrom ?? "");
    const endAt = Date.parse(rotated.keys[0]?.publishedUntil ?? "");
    // More than the ten minutes for which the service and others keep the key set.
    expect(switchAt - rotatedAt).toBeGreaterThan(14 * MINUTE);
    // More than the life of a token.
    expect(endAt - switchAt).toBe(10 * MINUTE);

    for (const _ of Array.from({ length: 14 })) {
      moveClock(MINUTE);
      const token = await adminToken();
      expect(kidOf(token)).toBe(first);
      await accepts(token);
      expect(await published()).toBe(2);
    }
    moveClock(switchAt - SECOND - Date.now());
    const last = await adminToken();
    expect(kidOf(last)).toBe(first);
    moveClock(SECOND);
    const token = await adminToken();
    expect(kidOf(token)).toBe(next);
    expect(await accepts(token)).toMatchObject({
      active: { RS256: next },
      keys: [{ kid: first, status: "PASSIVE" }, { kid: next }],
    });
    moveClock(4 * MINUTE);
    await accepts(last);
    moveClock(endAt - SECOND - Date.now());
    await runSweep();
    expect(await published()).toBe(2);
    moveClock(SECOND);
    expect(await published()).toBe(1);
    expect(await accepts(await adminToken())).toMatchObject({
      active: { RS256: next },
      keys: [{ kid: next }],
    });
    await runSweep();
    const results = await sharedRows.all("SELECT kid FROM idp_keys");
    expect(results).toEqual([{ kid: next }]);
  });
});

describe("a rotation", () => {
  beforeEach(async () => {
    await sharedRows.run("DELETE FROM idp_keys");
  });

  it("reaches isolates that have read the keys before, and those that start later", async () => {
    const [one, other] = [startIsolate(), startIsolate()];
    const first = kidOf(await takeTokenFrom(other.provider));
    expect(await publishedBy(one.provider)).toEqual([first]);
    const { keys } = await rotate(one.provider);
    const [, next] = keys;
    const switchAt = Date.parse(next?.signsFrom ?? "");
    for (const { provider, waitUntil } of [one, other, startIsolate()]) {
      waitUntil(Date.now() + MINUTE);
      expect(await publishedBy(provider)).toEqual([first, next?.kid]);
      waitUntil(switchAt - 1);
      expect(kidOf(await takeTokenFrom(provider))).toBe(first);
      waitUntil(switchAt);
      expect(kidOf(await takeTokenFrom(provider))).toBe(next?.kid);
    }
  });

  it("that is repeated or sent by several at once makes one key, until that one signs", async () => {
    const isolates = Array.from({ length: 2 }, startIsolate);
    await Promise.all(isolates.map(({ provider }) => takeTokenFrom(provider)));
    await Promise.all(isolates.map(({ provider }) => rotate(provider)));
    const [{ provider, waitUntil }] = isolates as [ReturnType<typeof startIsolate>];
    const { keys } = await rotate(provider);
    expect(keys).toHaveLength(2);
    waitUntil(Date.parse(keys[1]?.signsFrom ?? ""));
    expect((await rotate(provider)).keys.map(({ status }) => status)).toEqual([
      "PASSIVE",
      "ACTIVE",
      "PASSIVE",
    ]);
  });
});
