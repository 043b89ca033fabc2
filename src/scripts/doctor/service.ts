// The running service: that it responds, and what its Worker says it was deployed with.
import * as z from "zod";
import { masterKeyId } from "../../core/lib/seal.ts";
import { DeploymentResponse, MasterKeysResponse } from "../../core/wire/operations/responses.ts";
import { type ClientCredentials, fetchToken } from "../fetch-token.ts";
import { ask, bearer, type ClockReading } from "./ask.ts";
import { type Check, type Finding, judge, lacking, listed, reach, Unseen } from "./check.ts";
import { DISTANCE_CHECKS } from "./distances.ts";
import type { Target } from "./target.ts";
import { isOfThisMachine } from "./variables.ts";
import { boundNames } from "./wrangler-settings.ts";

const ADMIN_API = "/merchant/api/v1/admin";
/** The median of several is not that of a Worker or an object that had to start. */
const READINGS = 5;
/** The sweep runs every minute. */
const SWEEP_AGE_MAX_MS = 5 * 60_000;

export type Deployment = z.output<typeof DeploymentResponse>["deployment"];
export type MasterKeys = z.output<typeof MasterKeysResponse>["master_keys"];

/** What an administrator sees of it. */
export interface Service {
  target: Target;
  deployment: Deployment;
  clock: ClockReading;
  /** The Server-Timing of each reading. */
  timings: string[];
  /** What needs every table; null while a migration is missing. */
  data: { masterKeys: MasterKeys; sweptAt: number | null } | null;
}

const RESPONDS = {
  name: "service.responds",
  fix: "Put that right. If nothing runs there, start it with `npm start`, or deploy it.",
};

/** What GET /health says by its code. */
const ILLNESSES: Record<string, string> = {
  service_unavailable:
    "a variable of the Worker is missing or malformed, and its log names it (`npx wrangler tail`)",
  misdirected_request: "it is a sandbox, and its PUBLIC_URL has another host",
  database_unavailable:
    "the database does not respond, or `npx wrangler d1 migrations apply DB` was never run",
};

const ADMINISTRATOR = {
  name: "service.administrator",
  fix: "Correct ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET: a client of the provider at AUTH_URL whose tokens have the role `admin`.",
};

const DEPLOYMENT_CHECKS: Check<Service>[] = [
  {
    name: "service.address",
    fault: ({ target: { url, variables } }) => {
      const publicUrl = (variables.PUBLIC_URL ?? "").replace(/\/+$/, "");
      return isOfThisMachine(url) || url === publicUrl ? null : `PUBLIC_URL is ${publicUrl}, not ${url}`;
    },
    fix: "Set PUBLIC_URL in wrangler.toml to the address under which the service is called, and deploy.",
  },
  {
    name: "service.environment",
    fault: ({ target, deployment: { environment } }) =>
      environment === target.environment ? null : `the Worker is ${environment}, not ${target.environment}`,
    fix: "Use the other `--env`, or deploy with it.",
  },
  {
    name: "service.variables",
    fault: ({ target, deployment }) => {
      const { variables } = target;
      // An administrator's client at a Keycloak is known to the doctor, not to the Worker.
      const unread = variables.AUTH_URL ? /^ADMIN_/ : /^AUTH_ADMIN_/;
      const read = Object.keys(variables).filter((name) => variables[name] && !unread.test(name));
      return lacking("the Worker lacks", deployment.variables, read);
    },
    fix: "Set it with `npx wrangler secret put NAME`, or in wrangler.toml, and deploy.",
  },
  {
    name: "service.bindings",
    fault: ({ target, deployment: { bindings } }) =>
      lacking("the Worker lacks", bindings, boundNames(target.wrangler)),
    fix: "Deploy with this wrangler.toml and the right `--env`.",
  },
  {
    name: "service.migrations",
    fault: ({ deployment: { migrations } }) => listed("the database lacks", migrations.missing),
    fix: "Run `npx wrangler d1 migrations apply DB --remote`, for live with `--env live`.",
  },
  {
    name: "service.migrations-known",
    fault: ({ deployment: { migrations } }) =>
      listed("the database has what this release does not know:", migrations.unknown),
    fix: "After a rollback deploy the later release again; otherwise correct the database_id in wrangler.toml.",
    isAdvice: true,
  },
  {
    name: "service.settings",
    fault: ({ deployment: { settings_fault: fault } }) => fault,
    fix: "Correct it: an entry of CELLS that has been in force and JURISDICTION stay for good, and the first of CELLS begins after the deployment.",
  },
  {
    name: "service.sweep",
    fault: ({ data, deployment }) => {
      if (data === null) throw new Unseen("it is not read while a migration is missing");
      const { sweptAt } = data;
      if (sweptAt === null) return "the sweep has never run";
      const ageMs = Date.parse(deployment.time) - sweptAt;
      return ageMs <= SWEEP_AGE_MAX_MS ? null : `the sweep last ran at ${new Date(sweptAt).toISOString()}`;
    },
    fix: "Look for the Cron trigger in the Worker's settings; a new one may take 15 minutes. Deploy again without it.",
  },
];

/** `service` is null when it cannot be read. */
export async function checkService(
  target: Target,
): Promise<{ findings: Finding[]; doesRespond: boolean; service: Service | null }> {
  const responding = await reach(RESPONDS, () => requireHealth(target));
  if (responding.seen === null) return { findings: [responding.finding], doesRespond: false, service: null };
  const { finding, seen: service } = await reach(ADMINISTRATOR, () => readService(target));
  const findings = service === null ? [] : await judge([...DEPLOYMENT_CHECKS, ...DISTANCE_CHECKS], service);
  return { findings: [responding.finding, finding, ...findings], doesRespond: true, service };
}

async function requireHealth(target: Target): Promise<true> {
  const { url } = target;
  const { status, body } = await ask(`${url}/health`);
  const code = z.object({ code: z.string() }).safeParse(body).data?.code ?? "";
  if (status === 200) return true;
  const refused =
    code === "service_unavailable"
      ? await readService(target).then(
          ({ deployment }) => deployment.settings_fault,
          () => null,
        )
      : null;
  throw new Error(refused ?? ILLNESSES[code] ?? `GET ${url}/health responded with ${status}`);
}

/** Throws Unseen without an administrator's client. */
async function readService(target: Target): Promise<Service> {
  const token = await takeAdminToken(target);
  const read = async (path: string) => {
    const reply = await ask(target.url + path, bearer(token));
    if (reply.status === 200) return reply;
    throw new Error(`GET ${path} responded with ${reply.status} ${reply.text.slice(0, 200)}`);
  };
  const reply = await read(`${ADMIN_API}/deployment`);
  const timings: string[] = [];
  while (timings.length < READINGS)
    timings.push((await read(`${ADMIN_API}/deployment`)).headers.get("Server-Timing") ?? "");
  const { deployment } = DeploymentResponse.parse(reply.body);
  const clock = { ...reply.clock, theirs: Date.parse(deployment.time) };
  if (deployment.migrations.missing.length > 0) return { target, deployment, clock, timings, data: null };
  const { master_keys: masterKeys } = MasterKeysResponse.parse((await read(`${ADMIN_API}/master-keys`)).body);
  const sweptAt = sweptAtIn((await read("/metrics")).text);
  return { target, deployment, clock, timings, data: { masterKeys, sweptAt } };
}

async function takeAdminToken({ variables, url }: Target): Promise<string> {
  const { ADMIN_CLIENT_ID: client_id, ADMIN_CLIENT_SECRET: client_secret, AUTH_URL } = variables;
  if (!client_id || !client_secret)
    throw new Unseen(
      "without ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET the Worker's migrations, bindings and keys cannot be seen",
    );
  const credentials: ClientCredentials = { client_id, client_secret };
  return await fetchToken(AUTH_URL ? AUTH_URL.replace(/\/+$/, "") : url, credentials);
}

function sweptAtIn(metrics: string): number | null {
  const [, seconds] = /^payments_sweep_last_run_timestamp_seconds (\S+)$/m.exec(metrics) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

interface Keys {
  deployed: MasterKeys;
  /** The ids of the keys known here; null when none is known. */
  here: string[] | null;
}

const KEY_CHECKS: Check<Keys>[] = [
  {
    name: "master-key.opens-all",
    fault: ({ deployed }) => {
      const lost = deployed.filter(({ status }) => status === "missing");
      return lost.length === 0
        ? null
        : lost
            .map(({ id, values }) => `${values} values are sealed under ${id}, which is not configured`)
            .join("; ");
    },
    fix: "Put that key back behind the first one: `MASTER_KEY=new,old`. Then run `npm run reseal`.",
  },
  {
    name: "master-key.one-in-use",
    fault: ({ deployed }) => {
      const old = deployed.filter(({ status }) => status === "old");
      if (old.length === 0) return null;
      const values = old.reduce((sum, key) => sum + key.values, 0);
      return values === 0
        ? "an old key is configured that seals nothing"
        : `${values} values are under an old key`;
    },
    fix: "Finish the rotation: run `npm run reseal` until nothing is under it, then remove the old key.",
    isAdvice: true,
  },
  {
    name: "master-key.kept",
    fault: ({ deployed, here }) => {
      const current = deployed.find(({ status }) => status === "current")?.id;
      return here === null || here[0] === current
        ? null
        : "the Worker seals under another key than the one known here";
    },
    fix: "Keep a copy of the key that is in use: without it a restored database cannot be read.",
    isAdvice: true,
  },
];

/** That everything sealed opens, and that the copy of MASTER_KEY kept here is the one in use. */
export async function checkMasterKey({ data, target }: Service): Promise<Finding[]> {
  if (data === null) return [];
  const { MASTER_KEY: value } = target.variables;
  const here = value ? await Promise.all(value.split(",").map(masterKeyId)) : null;
  return await judge(KEY_CHECKS, { deployed: data.masterKeys, here });
}
