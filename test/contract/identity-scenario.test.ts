// The scenario of `npm run test:keycloak`, with the embedded provider.
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { Browser } from "../../src/scripts/keycloak/browser.ts";
import type { RunStep, Setting } from "../../src/scripts/keycloak/play.ts";
import { clientForm, takeToken } from "../../src/scripts/keycloak/requests.ts";
import { playScenario } from "../../src/scripts/keycloak/scenario.ts";
import { BASE_URL } from "../support/api.ts";
import { keyOf } from "../support/identity-provider-users.ts";

const send: Setting["send"] = (url, init) => exports.default.fetch(url, { ...init, redirect: "manual" });
const addresses = { serviceUrl: BASE_URL, authUrl: BASE_URL, send };

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
