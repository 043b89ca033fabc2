// The scenario of `npm run test:keycloak`, with the embedded provider.
import { env, exports } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { compositionFor } from "../../src/composition.ts";
import { Browser } from "../../src/scripts/keycloak/browser.ts";
import type { ProviderFault, RunStep, Setting } from "../../src/scripts/keycloak/play.ts";
import { clientForm, takeToken } from "../../src/scripts/keycloak/requests.ts";
import { playScenario } from "../../src/scripts/keycloak/scenario.ts";
import { BASE_URL } from "../support/api.ts";
import { keyOf } from "../support/identity-provider-users.ts";

const send: Setting["send"] = (url, init) => exports.default.fetch(url, { ...init, redirect: "manual" });
const addresses = { serviceUrl: BASE_URL, authUrl: BASE_URL, send };

type Answer = (act: () => Promise<Response>) => Promise<Response>;

const respond: Answer = (act) => act();
const FAULTS: Record<ProviderFault, Answer> = {
  refused: () => Promise.reject(new TypeError("connection refused")),
  failing: async () => Response.json({}, { status: 503 }),
  lost: async (act) => {
    await act();
    throw new TypeError("network lost");
  },
  malformed: async (act) => {
    await act();
    return new Response("<html>");
  },
};

const setting: Setting = {
  ...addresses,
  administrator: { client_id: env.ADMIN_CLIENT_ID, client_secret: env.ADMIN_CLIENT_SECRET },
  setPassword: async (_, setupUrl, password) => {
    const link = setupUrl ?? "";
    const form = { key: keyOf(link), password, confirmation: password };
    expect((await new Browser(send).open(link, form)).status).toBe(200);
  },
  customerToken: (wallet) => takeToken(addresses, clientForm(wallet)),
  rotateKeys: async () => {
    const token = await takeToken(addresses, clientForm(setting.administrator));
    const url = `${BASE_URL}/admin/realms/payment-platform/keys/rotate`;
    const { status } = await send(url, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
  },
  failCall: (number, fault) => {
    let calls = 0;
    const { identityProvider } = compositionFor(env);
    if (identityProvider === null) throw new Error("the provider is not embedded");
    const { fetch } = identityProvider;
    const spy = vi.spyOn(identityProvider, "fetch").mockImplementation(async (request, ...rest) => {
      if (!new URL(request.url).pathname.startsWith("/admin/")) return await fetch(request, ...rest);
      calls += 1;
      return await (calls === number ? FAULTS[fault] : respond)(async () => await fetch(request, ...rest));
    });
    return {
      end: () => {
        spy.mockRestore();
        return calls;
      },
    };
  },
  countAccess: async () => {
    const counts =
      "SELECT (SELECT count(*) FROM idp_clients) AS clients, (SELECT count(*) FROM idp_users) AS users";
    return (await env.DB.prepare(counts).first()) ?? { clients: 0, users: 0 };
  },
  outage: null,
};

it("the embedded provider plays every step that a Keycloak plays", { timeout: 120_000 }, async () => {
  const played: string[] = [];
  const step: RunStep = async (name, play) => {
    played.push(name);
    return await play();
  };
  await playScenario(setting, step);
  expect(played.length).toBeGreaterThan(15);
});
