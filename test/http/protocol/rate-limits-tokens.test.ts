import { describe, expect, it, vi } from "vitest";
import { addressKey } from "#core/lib/address-key.ts";
import { ADMIN, basic, startProvider } from "../../support/identity-provider.ts";
import { addUserWithPassword } from "../../support/identity-provider-users.ts";
import { PASSWORD } from "../../support/logins.ts";
import { REALM_PATH, TOKEN_PATH } from "../../support/paths.ts";
import {
  closedLimiter,
  expectLimited,
  fromAddress,
  limiterOf,
  newAddress,
  type Send,
  startService,
  statusesOf,
  withinOneMinute,
} from "../../support/rate-limits.ts";

describe("the token endpoint", () => {
  const credentials = (clientId: string, clientSecret: string) =>
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
  const post = (send: Send, address: string, body: URLSearchParams) =>
    send(TOKEN_PATH, { method: "POST", body, ...fromAddress(address) });
  const right = credentials(ADMIN.clientId, ADMIN.clientSecret);
  const wrong = () => credentials(`nobody-${crypto.randomUUID()}`, "wrong");

  it("accepts 60 failures a minute from one address, then refuses even valid credentials", async () => {
    const send = startService();
    await withinOneMinute(async () => {
      const address = newAddress();
      expect(await statusesOf(60, () => post(send, address, wrong()))).toEqual(Array(60).fill(401));
      await expectLimited(await post(send, address, wrong()));
      await expectLimited(await post(send, address, right));
      expect((await post(send, newAddress(), right)).status).toBe(200);
    });
  });

  it("does not count successes as failures", async () => {
    const LIMIT_TOKEN_FAILURES = closedLimiter();
    const send = startService({ LIMIT_TOKEN_FAILURES });
    const address = newAddress();
    expect(await statusesOf(3, () => post(send, address, right))).toEqual([200, 200, 200]);
    expect(LIMIT_TOKEN_FAILURES.keys).toEqual([]);
    await post(send, address, wrong());
    expect(LIMIT_TOKEN_FAILURES.keys).toEqual([addressKey(address, null)]);
  });

  it("counts by client, however it authenticates and spells its id, and never by its secret", async () => {
    const LIMIT_TOKEN_CLIENT = closedLimiter();
    const send = startService({ LIMIT_TOKEN_CLIENT });
    await expectLimited(await post(send, newAddress(), right));
    const escaped = basic(`%70${ADMIN.clientId.slice(1)}`, ADMIN.clientSecret);
    const spaced = basic(ADMIN.clientId, ADMIN.clientSecret).replace(" ", "  ");
    for (const authorization of [basic(ADMIN.clientId, ADMIN.clientSecret), escaped, spaced]) {
      const headers = { Authorization: authorization };
      const body = new URLSearchParams({ grant_type: "client_credentials" });
      await expectLimited(
        await send(TOKEN_PATH, { method: "POST", body, ...fromAddress(newAddress(), headers) }),
      );
    }
    expect(LIMIT_TOKEN_CLIENT.keys).toEqual(Array(4).fill(`client ${ADMIN.clientId}`));
  });

  it("counts nothing for a client that is only named", async () => {
    const [LIMIT_TOKEN_CLIENT, LIMIT_TOKEN_FAILURES] = [limiterOf(0), limiterOf(1_000)];
    const send = startService({ LIMIT_TOKEN_CLIENT, LIMIT_TOKEN_FAILURES });
    const address = newAddress();
    for (const [status, refused] of refusals()) {
      const init = {
        method: "POST",
        ...refused,
        headers: { ...fromAddress(address).headers, ...refused.headers },
      };
      expect((await send(TOKEN_PATH, init)).status).toBe(status);
    }
    expect([...LIMIT_TOKEN_CLIENT.counts]).toEqual([]);
    const { counts } = LIMIT_TOKEN_FAILURES;
    expect(counts.get(addressKey(address, null))).toBe(refusals().length);
    // The other is a user's name.
    expect(counts.size).toBe(2);
  });

  it("counts a dashboard user by user, not by the client that all of them share", async () => {
    const provider = startProvider();
    const [one, other] = [await addUserWithPassword(provider), await addUserWithPassword(provider)];
    const send = startService({ LIMIT_TOKEN_CLIENT: limiterOf(2) });
    const logIn = ({ email }: { email: string }) => post(send, newAddress(), passwordForm(email));
    expect([(await logIn(one)).status, (await logIn(one)).status]).toEqual([200, 200]);
    await expectLimited(await logIn(one));
    expect((await logIn(other)).status).toBe(200);
  });

  it("checks at most 60 of 1,000 passwords a minute for one owner, guessed from 200 addresses in both ways", async () => {
    const owner = await addUserWithPassword(startProvider());
    // A limiter without a clock: a slow run lets no more through.
    const send = startService({ LIMIT_TOKEN_FAILURES: limiterOf(60) });
    const checks = vi.spyOn(crypto.subtle, "deriveBits");
    const addresses = Array.from({ length: 200 }, newAddress);
    const names = [owner.email, owner.email.toUpperCase()];
    const guess = (number: number) => {
      const name = names[number % 2] ?? "";
      const address = addresses[number % 200] ?? "";
      if (number % 4 < 2) return post(send, address, passwordForm(name, `guess ${number}`));
      const body = new URLSearchParams({ username: name, password: `guess ${number}` });
      return send(SIGN_IN_PATH, { method: "POST", body, ...fromAddress(address) });
    };
    let number = 0;
    const statuses = await statusesOf(1_000, () => guess(number++));
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.filter((status) => status === 400)).toHaveLength(60);
    expect(checks).toHaveBeenCalledTimes(60);
    // Other users, and clients at the same addresses, go on.
    expect((await post(send, addresses[0] ?? "", right)).status).toBe(200);
    const other = await addUserWithPassword(startProvider());
    expect((await post(send, addresses[1] ?? "", passwordForm(other.email))).status).toBe(200);
    await expectLimited(await post(send, newAddress(), passwordForm(owner.email)));
  });

  it("counts the Workers' own egress by zone; without a zone, it refuses failures but never right credentials", async () => {
    const send = startService({ LIMIT_TOKEN_FAILURES: limiterOf(3) });
    const from = (body: URLSearchParams, zone?: string) => {
      const headers = zone === undefined ? {} : { "CF-Worker": zone };
      return send(TOKEN_PATH, { method: "POST", body, ...fromAddress("2a06:98c0:3600::103", headers) });
    };
    const [zone, other] = [crypto.randomUUID(), crypto.randomUUID()].map((name) => `${name}.example`);
    for (const sender of [zone, undefined]) {
      expect(await statusesOf(3, () => from(wrong(), sender))).toEqual([401, 401, 401]);
      await expectLimited(await from(wrong(), sender));
    }
    await expectLimited(await from(right, zone));
    expect((await from(right)).status).toBe(200);
    expect((await from(wrong(), other)).status).toBe(401);
  });
});

/** The sign-in page, as the dashboard opens it. */
const SIGN_IN_PATH = `${REALM_PATH}/protocol/openid-connect/auth?${new URLSearchParams({
  client_id: "merchant-dashboard",
  redirect_uri: "http://payments.test/session/callback",
  response_type: "code",
  scope: "openid",
  state: "state",
  code_challenge: "A".repeat(43),
  code_challenge_method: "S256",
})}`;

function passwordForm(username: string, password = PASSWORD): URLSearchParams {
  return new URLSearchParams({ grant_type: "password", client_id: "merchant-dashboard", username, password });
}

/** Every way in which the endpoint refuses a request that names a client. */
function refusals(): [number, { body: BodyInit; headers?: Record<string, string> }][] {
  const named = `client_id=${ADMIN.clientId}`;
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const grant = `grant_type=client_credentials&${named}`;
  return [
    [401, { headers: form, body: `${grant}&client_secret=wrong` }],
    [401, { headers: form, body: grant }],
    [401, { headers: { ...form, Authorization: basic(ADMIN.clientId, "wrong") }, body: grant }],
    [401, { headers: { ...form, Authorization: "Basic !" }, body: grant }],
    [400, { headers: form, body: `${named}&client_secret=wrong` }],
    [400, { headers: form, body: `grant_type=implicit&${named}` }],
    [400, { headers: form, body: `${grant}&${named}` }],
    [400, { headers: { "Content-Type": "text/plain" }, body: grant }],
    [400, { body: passwordForm("nobody@shop.test") }],
    [413, { headers: form, body: `${grant}&padding=${"x".repeat(16 * 1024)}` }],
    [413, { headers: form, body: `${grant}&padding=${"x".repeat(64 * 1024)}` }],
  ];
}
