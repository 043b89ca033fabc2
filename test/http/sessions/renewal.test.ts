// How a session's tokens are renewed at a provider that takes each refresh token once, and whose responses may be lost.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSandboxApp } from "#sandbox/app.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { MINUTE, moveClock, SECOND } from "../../support/clock.ts";
import { failDatabase, muteLog } from "../../support/faults.ts";
import { makeMerchantWithUser } from "../../support/logins.ts";
import { INTENTS, TOKEN_PATH, WALLET_API } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { cookieOf, SAME_ORIGIN, walletCookieOf } from "../../support/sessions.ts";
import { makeCustomer, signInAs, signInAsCustomer } from "../../support/sign-in.ts";

type Headers = Record<string, string>;

const SESSION_KINDS = {
  "a user of the dashboard": {
    path: INTENTS,
    table: "sessions",
    signIn: async () => {
      const { email } = await makeMerchantWithUser();
      return { email, headers: cookieOf((await signInAs(email)).secret) };
    },
  },
  "a customer": {
    path: `${WALLET_API}/wallet`,
    table: "customer_sessions",
    signIn: async () => {
      const { email } = await makeCustomer();
      return { email, headers: walletCookieOf((await signInAsCustomer(email)).secret) };
    },
  },
};
const { "a user of the dashboard": USER } = SESSION_KINDS;

const app = createSandboxApp();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Another isolate at the same database. */
function startIsolate() {
  const environment = { ...env } as Env;
  const deps = sandboxDependenciesFor(environment);
  const { identityProviderApp: provider } = deps;
  if (provider === null) throw new Error("the provider is not embedded");
  const { fetch } = provider;
  const refreshes = { count: 0, answer: (act: () => Promise<Response>) => act() };
  vi.spyOn(provider, "fetch").mockImplementation(async (request, ...rest) => {
    const { url, method, headers } = request;
    const text = request.body === null ? "" : await new Response(request.body).text();
    const again = new Request(url, { method, headers: [...headers], body: text === "" ? null : text });
    const act = async () => await fetch(again, ...rest);
    if (!url.endsWith(TOKEN_PATH) || !text.includes("grant_type=refresh_token")) return await act();
    refreshes.count += 1;
    return await refreshes.answer(act);
  });
  const statusOf = async (path: string, headers: Headers) => {
    const init = { headers: { ...SAME_ORIGIN, ...headers } };
    return (await app.request(path, init, environment, createExecutionContext())).status;
  };
  return { deps, refreshes, statusOf };
}

const lost = async (act: () => Promise<Response>): Promise<Response> => {
  await act();
  throw new TypeError("network lost");
};
const once = (fault: typeof lost) => {
  let calls = 0;
  return (act: () => Promise<Response>) => (calls++ === 0 ? fault(act) : act());
};

describe.each(Object.entries(SESSION_KINDS))("the session of %s", (_, { path, table, signIn }) => {
  const countSessions = (email: string) =>
    sharedRows.value(`SELECT count(*) FROM ${table} WHERE label = ?`, email);

  it("is renewed once by two isolates, of whatever clocks, with many tabs each", async () => {
    const { headers } = await signIn();
    const [one, ahead, behind] = [startIsolate(), startIsolate(), startIsolate()];
    ahead.deps.clock = () => Date.now() + 45 * SECOND;
    behind.deps.clock = () => Date.now() - 10 * SECOND;
    moveClock(6 * MINUTE);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      one.refreshes.answer = async (act) => {
        resolve();
        await isReleased;
        return await act();
      };
    });
    const requests = [one.statusOf(path, headers), one.statusOf(path, headers)];
    await begun;
    const waits = vi.spyOn(scheduler, "wait");
    for (const { statusOf } of [ahead, ahead, behind]) requests.push(statusOf(path, headers));
    await vi.waitFor(() => expect(waits.mock.calls.length).toBeGreaterThan(8), 5_000);
    release();
    expect(await Promise.all(requests)).toEqual([200, 200, 200, 200, 200]);
    expect([one, ahead, behind].map(({ refreshes }) => refreshes.count)).toEqual([1, 0, 0]);
  });

  it("ends without a fault of the service when the provider's response is lost", async () => {
    const { email, headers } = await signIn();
    const { refreshes, statusOf } = startIsolate();
    refreshes.answer = once(lost);
    moveClock(5 * MINUTE);
    const statuses = await Promise.all([1, 2, 3].map(() => statusOf(path, headers)));
    expect([statuses, refreshes.count]).toEqual([[401, 401, 401], 2]);
    expect(await countSessions(email)).toBe(0);
    expect(await statusOf(path, headers)).toBe(401);
  });

  it("goes on when the request is lost before the provider has it", async () => {
    const { headers } = await signIn();
    const { refreshes, statusOf } = startIsolate();
    refreshes.answer = once(() => Promise.reject(new TypeError("connection refused")));
    moveClock(5 * MINUTE);
    expect([await statusOf(path, headers), refreshes.count]).toEqual([200, 2]);
  });

  it("outlasts a provider that fails, whose old token is used as long as it is good", async () => {
    const { headers } = await signIn();
    const { refreshes, statusOf } = startIsolate();
    muteLog();
    refreshes.answer = async () => Response.json({}, { status: 502 });
    moveClock(4 * MINUTE + 45 * SECOND);
    expect([await statusOf(path, headers), refreshes.count]).toEqual([200, 2]);
    moveClock(30 * SECOND);
    expect(await statusOf(path, headers)).toBe(503);
    refreshes.answer = (act) => act();
    expect(await statusOf(path, headers)).toBe(200);
  });
});

describe("a renewal whose Worker has died", () => {
  it.each([
    ["a while ago", -MINUTE - SECOND, 0],
    ["just now, by a clock that is ahead", MINUTE, 100],
  ])("is begun anew: %s", async (_, untilMs, waitsMin) => {
    const { email, headers } = await USER.signIn();
    const { refreshes, statusOf } = startIsolate();
    moveClock(5 * MINUTE);
    const until = Date.now() + untilMs;
    await sharedRows.run("UPDATE sessions SET renewed_until = ? WHERE label = ?", until, email);
    const waits = vi.spyOn(scheduler, "wait").mockResolvedValue();
    const statuses = await Promise.all([1, 2].map(() => statusOf(USER.path, headers)));
    expect([statuses, refreshes.count]).toEqual([[200, 200], 1]);
    expect(waits.mock.calls.length).toBeGreaterThanOrEqual(waitsMin);
  });
});

it("the request that cannot store the renewed tokens is served, and the next leads to signing in", async () => {
  const { headers } = await USER.signIn();
  const { statusOf } = startIsolate();
  moveClock(5 * MINUTE);
  muteLog();
  const repairDatabase = failDatabase(/update "sessions" set "tokens"/);
  expect(await statusOf(USER.path, headers)).toBe(200);
  repairDatabase();
  const waits = vi.spyOn(scheduler, "wait").mockResolvedValue();
  expect(await statusOf(USER.path, headers)).toBe(401);
  expect(waits).toHaveBeenCalled();
});
