// The scenario of `npm run test:keycloak`, with the embedded provider.

import { env, exports } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { Browser } from "../keycloak/browser.ts";
import type { ProviderFault, RunStep, Setting } from "../keycloak/play.ts";
import { clientForm, takeToken } from "../keycloak/requests.ts";
import { playScenario } from "../keycloak/scenario.ts";
import { BASE_URL } from "../support/api.ts";
import { MINUTE, moveClock } from "../support/clock.ts";
import { keyOf } from "../support/logins.ts";
import { sharedRows } from "../support/rows.ts";
import { deps } from "../support/seeds.ts";

const send: Setting["send"] = (url, init) => exports.default.fetch(url, { ...init, redirect: "manual" });
const addresses = { serviceUrl: BASE_URL, authUrl: BASE_URL, send };

/** Each attempts only a few tasks. */
const SWEEPS_MAX = 20;

type Act = () => Promise<Response>;
type Respond = (act: Act, late: Act[]) => Promise<Response>;

const RESPONSES: Record<ProviderFault, Respond> = {
  refused: () => Promise.reject(new TypeError("connection refused")),
  late: (act, late) => {
    late.push(act);
    return Promise.reject(new TypeError("network lost"));
  },
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
  rotateKeys: null,
  failCall: (number, fault) => {
    let calls = 0;
    const late: Act[] = [];
    const { identityProviderApp: identityProvider } = sandboxDependenciesFor(env);
    if (identityProvider === null) throw new Error("the provider is not embedded");
    const { fetch } = identityProvider;
    const spy = vi.spyOn(identityProvider, "fetch").mockImplementation(async (request, ...rest) => {
      if (!new URL(request.url).pathname.startsWith("/admin/")) return await fetch(request, ...rest);
      calls += 1;
      if (calls !== number) return await fetch(request, ...rest);
      const { url, method, headers } = request;
      const init = { method, headers: [...headers], body: (await request.text()) || null };
      return await RESPONSES[fault](async () => await fetch(new Request(url, init), ...rest), late);
    });
    return {
      end: async () => {
        spy.mockRestore();
        for (const act of late) await act();
        return calls;
      },
    };
  },
  countAccess: async () => {
    const counts =
      "SELECT (SELECT count(*) FROM idp_clients) AS clients, (SELECT count(*) FROM idp_users) AS users";
    return (await sharedRows.first(counts)) ?? { clients: 0, users: 0 };
  },
  clientIds: async () => {
    const results = await sharedRows.all<{ id: string }>("SELECT client_id AS id FROM idp_clients");
    return results.map(({ id }) => id);
  },
  isSoon: async (condition) => {
    moveClock(MINUTE);
    for (let sweeps = 0; sweeps < SWEEPS_MAX && !(await condition()); sweeps++)
      await sweepProviderTasks(deps);
    return await condition();
  },
  takeMail: null,
  outage: null,
};

it("the embedded provider plays every step that a Keycloak plays", async () => {
  const played: string[] = [];
  const step: RunStep = async (name, play) => {
    played.push(name);
    return await play();
  };
  await playScenario(setting, step);
  expect(played.length).toBeGreaterThan(15);
});
