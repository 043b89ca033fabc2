// Goes from registration to a dashboard user's own requests, through the Worker's entry.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { createSetupLink, registerMerchant } from "#core/services/merchants/merchants.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { adminToken, call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { atService } from "../../support/identity-provider.ts";
import { removeUsersOf, uniqueEmail } from "../../support/identity-provider-users.ts";
import { makeIntent, postIntent } from "../../support/intents.ts";
import {
  expectInvalidGrant,
  makeMerchantWithUser,
  PASSWORD,
  postKey,
  signIn,
  submitPassword,
  takeUserToken,
} from "../../support/logins.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { ACTOR } from "../../support/seeds.ts";
import { pull } from "../../support/stops.ts";

const setPassword = (setupUrl: string, password = PASSWORD) => submitPassword(atService, setupUrl, password);
const openLink = (setupUrl: string) => postKey(atService, setupUrl);
const logIn = (email: string, password?: string) => signIn(atService, email, password);

const deps = sandboxDependenciesFor(env);

describe("a merchant's first user", () => {
  it("sets the password at setup_url and calls the API as the merchant", async () => {
    const { email, id: merchantId, setupUrl } = await makeMerchant();
    await expectInvalidGrant(await logIn(email));
    const page = await openLink(setupUrl);
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(await page.text()).toContain(email);
    expect((await setPassword(setupUrl)).status).toBe(200);

    const token = await takeUserToken(email);
    const listed = await call("GET", INTENTS, { token });
    expect(listed.status).toBe(200);
    expect(listed.body.payment_intents).toEqual([]);
    const intent = await makeIntent({ token });
    expect(intent).toMatchObject({ merchant_id: merchantId });
  });

  it("has an email as it was given, under whatever spelling of its domain it is entered", async () => {
    const local = crypto.randomUUID();
    const email = `${local}@müller-bäckerei.de`;
    const ascii = `${local}@xn--mller-bckerei-hfb76a.de`;
    const { id, setupUrl } = await makeMerchant({ email });
    const token = await adminToken();
    for (const spelling of [email, ascii]) {
      const query = `?email=${encodeURIComponent(spelling)}`;
      const { body } = await call("GET", `${MERCHANT_API}/merchants${query}`, { token });
      expect(body.merchants).toMatchObject([{ id, email }]);
      const json = { email: spelling, business_name: "Another" };
      const again = await call("POST", `${MERCHANT_API}/register`, { token, json });
      expectFailure(again, 409, "email_taken", "a merchant with this email is already registered");
    }
    await setPassword(setupUrl);
    for (const spelling of [email, ascii]) expect((await logIn(spelling)).status).toBe(200);
    expect(await deps.identityProvider.listUsers(id)).toMatchObject([{ email }]);
    const stored = sharedRows.first("SELECT email FROM idp_users WHERE email = ?", ascii);
    expect(await stored).toEqual({ email: ascii });
  });
});

describe("createSetupLink", () => {
  async function makeLink(merchantId: string): Promise<string> {
    const made = await createSetupLink(deps, ACTOR, merchantId);
    return made.ok ? String(made.value.setupUrl) : made.error;
  }

  it("makes a link that replaces the previous one, also for a forgotten password", async () => {
    const { email, id: merchantId, setupUrl } = await makeMerchant();
    const newUrl = await makeLink(merchantId);
    expect((await openLink(setupUrl)).status).toBe(410);
    expect((await setPassword(newUrl)).status).toBe(200);
    const newestUrl = await makeLink(merchantId);
    await takeUserToken(email);
    await setPassword(newestUrl, "the newest password");
    await expectInvalidGrant(await logIn(email));
    expect((await logIn(email, "the newest password")).status).toBe(200);
  });

  it("recreates a deleted user", async () => {
    const { email, id: merchantId } = await makeMerchant();
    await removeUsersOf(deps.identityProvider, merchantId);
    await setPassword(await makeLink(merchantId));
    expect((await call("GET", INTENTS, { token: await takeUserToken(email) })).status).toBe(200);
  });

  it("refuses an unknown merchant", async () => {
    const refused = await createSetupLink(deps, ACTOR, crypto.randomUUID());
    expect(refused).toEqual({ ok: false, error: "merchant_not_found" });
  });
});

it("leaves setup_url null when the provider mails its links", async () => {
  const mailing = { ...deps.identityProvider, createSetupLink: async () => null };
  const input = { email: uniqueEmail(), businessName: "Shop" };
  const registered = await registerMerchant({ ...deps, identityProvider: mailing }, ACTOR, input);
  expect(registered).toMatchObject({ ok: true, value: { setupUrl: null } });
});

describe("a registration whose link cannot be made or mailed", () => {
  const fail = () => Promise.reject(new DependencyError("identity_provider", "the mail server is down"));

  it("stands, says so, and the link can be made later", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const making = vi.spyOn(deps.identityProvider, "createSetupLink").mockImplementation(fail);
    const json = { email: uniqueEmail(), business_name: "Shop" };
    const { status, body } = await call("POST", `${MERCHANT_API}/register`, {
      token: await adminToken(),
      json,
    });
    making.mockRestore();
    expect({ status, setup_url: body.setup_url }).toEqual({ status: 201, setup_url: null });
    expect(body.note).toContain("call POST /merchants/{merchantID}/setup-link");
    expect(JSON.stringify(logged.mock.calls)).toContain("setup_link_failed");
    const path = `${MERCHANT_API}/merchants/${body.merchant_id}/setup-link`;
    const repeated = await call("POST", path, { token: await adminToken() });
    expect((await setPassword(repeated.body.setup_url)).status).toBe(200);
    await takeUserToken(json.email);
  });
});

it("a disabled user logs in again with the same password once enabled; earlier sessions stay ended", async () => {
  const { id, email } = await makeMerchantWithUser();
  const read = async (token: string) => (await call("GET", INTENTS, { token })).status;
  const before = await takeUserToken(email);
  await pull(id, "disable-user", { email, reason: "Laptop stolen" });
  const link = await pull(id, "setup-link");
  expectFailure(link, 409, "user_not_enabled", "the dashboard user is disabled");
  // A token of the same second counts as one from before.
  moveClock(2_000);
  await pull(id, "enable-user", { email });
  expect(await read(before)).toBe(401);
  const token = await takeUserToken(email);
  expect(await read(token)).toBe(200);
  expect((await postIntent({ token }, { amount: 1 })).status).toBe(201);
});
