// An identity provider that fails at a given call, and a service that is killed there.
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import { createIdentityProviderClient } from "#core/adapters/identity-provider.ts";
import { openDatabase } from "#core/db/client.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { ADMIN, startProvider } from "./identity-provider.ts";
import { readStoredUser } from "./identity-provider-users.ts";
import { deps } from "./seeds.ts";

const provider = startProvider();

/** Each email has what a new user has to do next. */
const required = new Map<string, string[]>();

/** Like Keycloak, it mails the link itself, and says of a user whether a password is missing, but not until when the link lasts. */
const keycloak: Fetch = async (input, init) => {
  if (input.endsWith("/setup-link")) return Response.json({ error: "HTTP 404 Not Found" }, { status: 404 });
  if (init?.method === "POST" && input.endsWith("/users")) {
    const { email, requiredActions } = JSON.parse(String(init.body));
    required.set(email, requiredActions);
  }
  const response = await provider.fetch(new Request(input, init));
  if (!input.includes("/users?q=") || !response.ok) return response;
  const users = await response.json<{ email: string }[]>();
  const shown = users.map(async (user) => {
    const { password_hash: password } = await readStoredUser(user.email);
    return {
      ...user,
      setupLinkExpires: undefined,
      requiredActions: password === null ? required.get(user.email) : [],
    };
  });
  return Response.json(await Promise.all(shown));
};

type Respond = (act: () => Promise<Response>) => Promise<Response>;

const down = () => Promise.reject(new TypeError("connection refused"));

/** What happens at the call, and to the later ones where the provider does not recover. */
const FAULTS = {
  "refused connection": { respond: down },
  "5xx before acting": { respond: async () => Response.json({ error: "unknown_error" }, { status: 503 }) },
  "response lost after acting": { respond: lose },
  "request late": { respond: down, isLate: true },
  "malformed response": {
    respond: async (act) => {
      const { status } = await act();
      return new Response("<html>", { status: status === 204 ? 200 : status });
    },
  },
  "response lost, and down from then on": { respond: lose, later: down },
} satisfies Record<string, { respond: Respond; later?: Respond; isLate?: boolean }>;

async function lose(act: () => Promise<Response>): Promise<Response> {
  await act();
  throw new TypeError("network lost");
}

export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

function withProvider(fetch: Fetch): Dependencies {
  const identityProvider = createIdentityProviderClient({
    fetch,
    baseUrl: "http://payments.test",
    admin: ADMIN,
    environment: "sandbox",
  });
  return { ...deps, identityProvider };
}

export const healthy = withProvider(keycloak);

/** With a provider that does not ask the service before it issues a token. */
export function external(dependencies: Dependencies): Dependencies {
  const identityProvider = { ...dependencies.identityProvider, asksForEachToken: false };
  return { ...dependencies, identityProvider };
}

/** A service whose provider fails at its call with this number, from 1. */
export function failingAt(call: number, name: Fault) {
  const fault: { respond: Respond; later?: Respond; isLate?: boolean } = FAULTS[name];
  const calls: string[] = [];
  const late: (() => Promise<Response>)[] = [];
  const fetch: Fetch = async (input, init) => {
    calls.push(`${init?.method} ${new URL(input).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "{id}")}`);
    const act = () => keycloak(input, init);
    if (calls.length === call) {
      if (fault.isLate) late.push(act);
      return await fault.respond(act);
    }
    return calls.length > call && fault.later ? await fault.later(act) : await act();
  };
  return {
    deps: withProvider(fetch),
    calls,
    /** What was late takes effect. */
    arrive: async () => {
      for (const act of late.splice(0)) await act();
    },
  };
}

/**
 * The names of the calls at which an operation meets the fault, with their numbers, from 1, for `it.each`: all in
 * `npm run test:long`. Otherwise each call meets one fault, and each fault strikes.
 */
export function numbered(calls: readonly string[], fault: Fault): [name: string, number: number][] {
  const turns = Array.from({ length: Math.max(calls.length, FAULT_NAMES.length) }, (_, turn) => turn);
  const own = turns.filter((turn) => FAULT_NAMES[turn % FAULT_NAMES.length] === fault);
  const struck = new Set(own.map((turn) => turn % calls.length));
  return calls.flatMap((name, index) =>
    inject("longTests") || struck.has(index) ? [[name, index + 1]] : [],
  );
}

type Operation = (deps: Dependencies) => Promise<unknown>;

/** A service that stops for good before its call with this number, from 1, of the provider or of D1. Returns whether it got there. */
export async function killAt(call: number, operation: Operation): Promise<boolean> {
  let count = 0;
  const killed = Promise.withResolvers<"killed">();
  const survive = () => {
    count += 1;
    if (count < call) return;
    killed.resolve("killed");
    return new Promise<never>(() => {});
  };
  const fetch: Fetch = async (input, init) => {
    await survive();
    return await keycloak(input, init);
  };
  const db = openDatabase(mortalDatabase(survive));
  return (await Promise.race([killed.promise, operation({ ...withProvider(fetch), db })])) === "killed";
}

const CALLS_BETWEEN_KILLS = inject("longTests") ? 1 : 3;

/**
 * Plays `scene` once for each call that `kill` can be made at, or for every third of them, and a last time with none.
 * Returns how many there are, at least.
 */
export async function killAtEachCall(
  scene: (kill: (operation: Operation) => Promise<boolean>) => Promise<void>,
): Promise<number> {
  let isKilled = true;
  let call = 1;
  while (isKilled) {
    await scene(async (operation) => {
      isKilled = await killAt(call, operation);
      return isKilled;
    });
    call += CALLS_BETWEEN_KILLS;
  }
  return call - 1 - CALLS_BETWEEN_KILLS;
}

interface Statement {
  statement: D1PreparedStatement;
}

/** D1, with `survive` before each call. */
function mortalDatabase(survive: () => Promise<never> | undefined): D1Database {
  const wrap = (statement: D1PreparedStatement): Statement & Record<string, unknown> => ({
    statement,
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    ...Object.fromEntries(
      (["all", "raw", "run", "first"] as const).map((method) => [
        method,
        async () => {
          await survive();
          return await (statement[method] as () => Promise<unknown>)();
        },
      ]),
    ),
  });
  const database = {
    prepare: (query: string) => wrap(env.DB.prepare(query)),
    batch: async (statements: Statement[]) => {
      await survive();
      return await env.DB.batch(statements.map(({ statement }) => statement));
    },
  };
  return database as unknown as D1Database;
}
