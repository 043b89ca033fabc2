// `npm run start:live`, started as from a terminal, and what it prints.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { hasExited, startChild } from "#scripts/child-process.ts";
import { Unavailable } from "#scripts/keycloak/distribution.ts";

const START_TIMEOUT_MS = 240_000;
const MAIL_TIMEOUT_MS = 20_000;

export class RunningLiveMode {
  readonly #child: ChildProcess;
  #output = "";

  constructor(port: number) {
    this.#child = startChild("npm", ["run", "--silent", "start:live"], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
  }

  /** Throws Unavailable where there can be no Keycloak. */
  async started(): Promise<void> {
    await this.#until(/The service runs in live mode/, START_TIMEOUT_MS);
  }

  /** The link in the mail to this address. */
  async mailedLink(to: string): Promise<string> {
    return await this.#until(new RegExp(`Mail to ${to}: (\\S+)`), MAIL_TIMEOUT_MS);
  }

  get exitStatus(): number | null {
    return this.#child.exitCode;
  }

  /** Does as Ctrl+C. */
  async interrupt(): Promise<void> {
    if (hasExited(this.#child)) return;
    const exit = once(this.#child, "exit");
    this.#child.kill("SIGINT");
    await exit;
  }

  /** The first group of what it has printed. */
  async #until(pattern: RegExp, timeoutMs: number): Promise<string> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const [found, group = ""] = pattern.exec(this.#output) ?? [];
      if (found !== undefined) return group;
      const [, lack] = /starts a Keycloak, and (.*?):/.exec(this.#output) ?? [];
      if (lack !== undefined) throw new Unavailable(lack);
      if (hasExited(this.#child) || Date.now() > deadline)
        throw new Error(`it did not print ${pattern}, but:\n${this.#output}`);
      await sleep(200);
    }
  }
}
