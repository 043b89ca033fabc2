// From registration to a dashboard user's own requests, through the Worker's entry.

import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import type { IdentityProvider } from "../../../src/domain/ports/identity-provider.ts";
import { sandboxDependenciesFor } from "../../../src/sandbox/composition.ts";
import { createSetupLink, registerMerchant } from "../../../src/services/merchants/merchants.ts";
import { adminToken, BASE_URL, call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { INTENTS, MERCHANT_API, makeIntent } from "../../support/factories.ts";
import { TOKEN_PATH } from "../../support/identity-provider.ts";
import {
  expectInvalidGrant,
  keyOf,
  PASSWORD,
  passwordForm,
  readStoredUser,
  removeUsersOf,
  uniqueEmail,
} from "../../support/identity-provider-users.ts";
import { CAUSE } from "../../support/objects.ts";
import { okValue } from "../../support/result.ts";
import { sharedRows } from "../../support/rows.ts";

async function register(email = uniqueEmail()) {
  const json = { email, business_name: "Bean & Leaf" };
  const { status, body } = await call("POST", `${MERCHANT_API}/register`, {
    token: await adminToken(),
    json,
  });
  expect(status).toBe(201);
  return { email, merchantId: String(body.merchant_id), setupUrl: String(body.setup_url) };
}

function setPassword(setupUrl: string, password = PASSWORD): Promise<Response> {
  return exports.default.fetch(setupUrl, { method: "POST", body: passwordForm(setupUrl, password) });
}

/** As the page of the link does. */
function openLink(setupUrl: string): Promise<Response> {
  const body = new URLSearchParams({ key: keyOf(setupUrl) });
  return exports.default.fetch(setupUrl, { method: "POST", body });
}

function signIn(username: string, password = PASSWORD): Promise<Response> {
  const form = { grant_type: "password", client_id: "merchant-dashboard", username, password };
  return exports.default.fetch(BASE_URL + TOKEN_PATH, { method: "POST", body: new URLSearchParams(form) });
}

async function takeToken(username: string): Promise<string> {
  const response = await signIn(username);
  expect(response.status).toBe(200);
  return (await response.json<{ access_token: string }>()).access_token;
}

async function makeDashboardUser() {
  const merchant = await register();
  expect((await setPassword(merchant.setupUrl)).status).toBe(200);
  return { ...merchant, token: await takeToken(merchant.email) };
}

const deps = sandboxDependenciesFor(env);
const ROWS =
  "SELECT (SELECT count(*) FROM merchants), (SELECT count(*) FROM idp_clients), (SELECT count(*) FROM idp_users)";

describe("a merchant's first user", () => {
  it("sets the password at setup_url and calls the API as the merchant", async () => {
    const { email, merchantId, setupUrl } = await register();
    await expectInvalidGrant(await signIn(email));
    const page = await openLink(setupUrl);
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(await page.text()).toContain(email);
    expect((await setPassword(setupUrl)).status).toBe(200);

    const token = await takeToken(email);
    const listed = await call("GET", INTENTS, { token });
    expect(listed.status).toBe(200);
    expect(listed.body.payment_intents).toEqual([]);
    const intent = await makeIntent({ id: merchantId, clientId: "merchant-dashboard", token });
    expect(intent).toMatchObject({ merchant_id: merchantId });
  });

  it("has no password that is made of the merchant's name", async () => {
    const { setupUrl } = await register();
    expect((await setPassword(setupUrl, "Bean&Leaf-2026!")).status).toBe(400);
    expect((await setPassword(setupUrl, "Bean&Leaf-2026! zebra quartz")).status).toBe(200);
  });

  it("sees only its own merchant's intents", async () => {
    const one = await makeDashboardUser();
    const other = await makeDashboardUser();
    const intent = await makeIntent({ id: one.merchantId, clientId: "", token: one.token });
    expect((await call("GET", `${INTENTS}/${intent.id}`, { token: one.token })).status).toBe(200);
    expect((await call("GET", `${INTENTS}/${intent.id}`, { token: other.token })).status).toBe(404);
  });

  it("is neither an administrator nor a customer", async () => {
    const { token } = await makeDashboardUser();
    const json = { email: uniqueEmail(), business_name: "Shop" };
    expect((await call("POST", `${MERCHANT_API}/register`, { token, json })).status).toBe(403);
    expect((await call("GET", "/wallet/api/v1/wallet", { token })).status).toBe(403);
    const users = `${BASE_URL}/admin/realms/payment-platform/users`;
    const headers = { Authorization: `Bearer ${token}` };
    expect((await exports.default.fetch(users, { headers })).status).toBe(403);
  });

  it("can use setup_url once, within 72 hours", async () => {
    const used = await register();
    expect((await setPassword(used.setupUrl)).status).toBe(200);
    expect((await setPassword(used.setupUrl, "another password")).status).toBe(410);
    const expired = await register();
    moveClock(72 * 3_600_000);
    expect((await openLink(expired.setupUrl)).status).toBe(410);
    expect((await setPassword(expired.setupUrl)).status).toBe(410);
  });

  it("leaves no key and no password in the log", async () => {
    const lines: unknown[][] = [];
    for (const level of ["log", "info", "warn", "error"] as const) {
      vi.spyOn(console, level).mockImplementation((...line) => void lines.push(line));
    }
    const { email, setupUrl } = await register();
    await setPassword(setupUrl, "short");
    await setPassword(setupUrl);
    await setPassword(setupUrl);
    await signIn(email);
    await signIn(email, "a wrong password");
    const logged = JSON.stringify(lines);
    for (const secret of [keyOf(setupUrl), PASSWORD, "a wrong password"]) {
      expect(logged).not.toContain(secret);
    }
  });
});

describe("createSetupLink", () => {
  async function makeLink(merchantId: string): Promise<string> {
    const made = await createSetupLink(deps, CAUSE, merchantId);
    return made.ok ? String(made.value.setupUrl) : made.error;
  }

  it("makes a link that replaces the previous one, also for a forgotten password", async () => {
    const { email, merchantId, setupUrl } = await register();
    const newUrl = await makeLink(merchantId);
    expect((await openLink(setupUrl)).status).toBe(410);
    expect((await setPassword(newUrl)).status).toBe(200);
    const newestUrl = await makeLink(merchantId);
    await takeToken(email);
    await setPassword(newestUrl, "the newest password");
    await expectInvalidGrant(await signIn(email));
    expect((await signIn(email, "the newest password")).status).toBe(200);
  });

  it("recreates a deleted user", async () => {
    const { email, merchantId } = await register();
    await removeUsersOf(deps.identityProvider, merchantId);
    await setPassword(await makeLink(merchantId));
    expect((await call("GET", INTENTS, { token: await takeToken(email) })).status).toBe(200);
  });

  it("refuses an unknown merchant", async () => {
    const refused = await createSetupLink(deps, CAUSE, crypto.randomUUID());
    expect(refused).toEqual({ ok: false, error: "merchant_not_found" });
  });
});

it("leaves setup_url null when the provider mails its links", async () => {
  const mailing = { ...deps.identityProvider, createSetupLink: async () => null };
  const input = { email: uniqueEmail(), businessName: "Shop" };
  const registered = await registerMerchant({ ...deps, identityProvider: mailing }, CAUSE, input);
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
    await takeToken(json.email);
  });
});

describe("a registration that fails", () => {
  const input = () => ({ email: uniqueEmail(), businessName: "Shop" });
  const fail = () => Promise.reject(new DependencyError("identity_provider", "did not respond"));

  function withFailing(...operations: (keyof IdentityProvider)[]) {
    const broken = Object.fromEntries(operations.map((operation) => [operation, fail]));
    return { ...deps, identityProvider: { ...deps.identityProvider, ...broken } };
  }

  it.each(["createClient", "createUser"] as const)(
    "in %s leaves no merchant, client or user, and can be repeated",
    async (operation) => {
      const before = await sharedRows.first(ROWS);
      const registration = input();
      await expect(registerMerchant(withFailing(operation), CAUSE, registration)).rejects.toThrow(
        DependencyError,
      );
      expect(await sharedRows.first(ROWS)).toEqual(before);
      expect(await registerMerchant(deps, CAUSE, registration)).toMatchObject({ ok: true });
    },
  );

  it("does not delete a user that existed before", async () => {
    const registration = input();
    const user = { email: registration.email, attributes: {}, roles: [] };
    await deps.identityProvider.createUser(user, async () => "keep");
    await expect(registerMerchant(withFailing("createUser"), CAUSE, registration)).rejects.toThrow(
      DependencyError,
    );
    expect(await readStoredUser(registration.email)).toMatchObject({ email: registration.email });
  });

  it("frees the email even when the rollback fails, and reuses what is left", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const registration = input();
    const broken = withFailing("createUser", "deleteClient");
    await expect(registerMerchant(broken, CAUSE, registration)).rejects.toThrow(DependencyError);
    const { merchantId, setupUrl } = okValue(await registerMerchant(deps, CAUSE, registration));
    expect((await setPassword(setupUrl ?? "")).status).toBe(200);
    const intent = await makeIntent({ id: "", clientId: "", token: await takeToken(registration.email) });
    expect(intent).toMatchObject({ merchant_id: merchantId });
  });
});
