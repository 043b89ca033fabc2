// `npm start`: creates local secrets, applies migrations, runs wrangler dev and fires the Cron trigger, which
// wrangler dev does not do.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { ensureDevVars } from "./dev-vars.ts";

const PORT = process.env.PORT ?? "8787";
const BASE_URL = `http://localhost:${PORT}`;
const SWEEP_INTERVAL_MS = 10_000;
const BOOT_TIMEOUT_MS = 60_000;

/** Runs wrangler quietly, without an account and without a network. */
const QUIET = {
  CI: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};
const env = { ...process.env, ...QUIET };
const isWindows = process.platform === "win32";

function migrate(): void {
  const result = spawnSync("wrangler", ["d1", "migrations", "apply", "DB", "--local"], {
    env,
    encoding: "utf8",
    shell: isWindows,
  });
  if (result.status === 0) return;
  console.error(result.stdout, result.stderr, result.error ?? "");
  process.exit(1);
}

function startWrangler(): ChildProcess {
  const args = ["dev", "--port", PORT, "--ip", "127.0.0.1"];
  const variables = ["--var", `PUBLIC_URL:${BASE_URL}`];
  return spawn(
    "wrangler",
    [...args, ...variables, "--show-interactive-dev-session=false", "--log-level=log"],
    {
      env,
      stdio: ["ignore", "inherit", "inherit"],
      shell: isWindows,
    },
  );
}

async function isUp(): Promise<boolean> {
  try {
    return (await fetch(`${BASE_URL}/health`)).ok;
  } catch {
    return false;
  }
}

async function waitUntilUp(): Promise<void> {
  const deadline = Date.now() + BOOT_TIMEOUT_MS;
  while (!(await isUp())) {
    if (Date.now() > deadline)
      throw new Error(`${BASE_URL} did not respond within ${BOOT_TIMEOUT_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The platform does this every minute. Failures appear in wrangler's log. */
async function sweep(): Promise<void> {
  await fetch(`${BASE_URL}/cdn-cgi/handler/scheduled`).catch(() => undefined);
}

if (await isUp()) {
  console.error(`${BASE_URL} is already in use. Stop that server, or choose another port with PORT=…`);
  process.exit(1);
}
const isFirstStart = ensureDevVars();
migrate();
const wrangler = startWrangler();
wrangler.on("exit", (code) => process.exit(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => wrangler.kill(signal));

await waitUntilUp();
await sweep();
setInterval(sweep, SWEEP_INTERVAL_MS);
console.log(`
The merchant payments sandbox is running at ${BASE_URL}
  API reference: ${BASE_URL}/docs
  Secrets:       .dev.vars${isFirstStart ? " (new)" : ""}, with the platform administrator's credentials
  Try it:        run "npm run demo" in a second terminal, or the curl commands in the README
  Stop it:       press Ctrl+C; the data is kept in .wrangler/state
`);
