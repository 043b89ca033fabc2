// A real pretix from PyPI, installed once into the user's cache with an empty database, of which each run has a copy.
import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { cacheFolder } from "#scripts/cache-folder.ts";
import { endChild, outputOf, startChild, waitUntilUp } from "#scripts/child-process.ts";
import { startMailSink } from "#scripts/keycloak/mail-sink.ts";

const VERSION = "2026.8.0";
const BOOT_TIMEOUT_MS = 180_000;

/** Installs the plugin beside it, in the current folder. */
export async function preparePretix(port: number, plugin: string) {
  const home = cacheFolder(`pretix-${VERSION}`);
  const python = join(home, "bin/python");
  const newData = join(home, "new-data");
  const url = `http://127.0.0.1:${port}`;
  const env = configure(url, await startMailSink(() => undefined));
  const execute = async (program: string, args: readonly string[], input = "") => {
    const child = startChild(program, args, { stdio: "pipe", env });
    child.stdin?.end(input);
    const { status, printed, errors } = await outputOf(child);
    if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${errors.slice(-3_000)}`);
    return printed;
  };
  // Made last, so whatever lacks it was interrupted.
  if (!existsSync(newData)) {
    console.log(`pretix ${VERSION} is installed into ${home}, once: this takes minutes.`);
    rmSync(home, { recursive: true });
    await execute("python3", ["-m", "venv", home]);
    await execute(python, ["-m", "pip", "install", "-q", `pretix==${VERSION}`]);
    await execute(python, ["-m", "pretix", "migrate"]);
    renameSync("pretix-data", newData);
  }
  cpSync(newData, "pretix-data", { recursive: true });
  await execute(python, ["-m", "pip", "install", "-q", "--no-deps", "--target", "plugin", plugin]);

  let running: ChildProcess | null = null;
  return {
    url,
    python: (args: readonly string[], input?: string) => execute(python, args, input),
    start: async () => {
      const log = openSync("pretix.log", "a");
      // SQLite has one writer at a time.
      const args = ["-m", "pretix", "runserver", "--noreload", "--nothreading", `127.0.0.1:${port}`];
      running = startChild(python, args, { stdio: ["ignore", log, log], env });
      await waitUntilUp(running, `${url}/control/login`, BOOT_TIMEOUT_MS, "pretix.log");
    },
    kill: async () => {
      if (running !== null) await endChild(running, "SIGKILL");
    },
  };
}

function configure(url: string, mailPort: number): NodeJS.ProcessEnv {
  const own = `url=${url}\ndatadir=${resolve("pretix-data")}\nallow_http_to_private_networks=on`;
  const mail = `host=127.0.0.1\nport=${mailPort}`;
  writeFileSync("pretix.cfg", `[pretix]\n${own}\n[mail]\n${mail}\n[django]\nsecret=of a test\n`);
  return { ...process.env, PRETIX_CONFIG_FILE: resolve("pretix.cfg"), PYTHONPATH: resolve("plugin") };
}
