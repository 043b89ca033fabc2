// What the Cloudflare account has, and what is done to it, all through wrangler.
import { messageOf } from "../doctor/check.ts";
import { ScriptError } from "../run.ts";
import { WORKERS } from "../wrangler.ts";
import type { Place } from "./place.ts";
import type { Settings } from "./settings.ts";

export interface Found {
  /** A jurisdiction is null where there is none. */
  databases: { name: string; uuid: string; jurisdiction?: string | null }[];
  queues: string[];
  /** The names of the Worker's: Cloudflare shows no values. */
  secrets: string[];
}

/** Runs wrangler with these arguments and this standard input. Resolves with what it prints; throws when it fails. */
export type Wrangler = (args: readonly string[], input?: string) => Promise<string>;

/** The longest there is, 14 days: the retries of an event for a wallet platform go on for four and a half. */
const MESSAGES_KEPT_SECONDS = 1_209_600;

export interface LastingSetting {
  entry: string;
  since: number;
}

export class Account {
  readonly #wrangler: Wrangler;
  readonly #environment: readonly string[];

  constructor(wrangler: Wrangler, { environment }: Pick<Settings, "environment">) {
    this.#wrangler = wrangler;
    this.#environment = WORKERS[environment];
  }

  async find(): Promise<Found> {
    const databases = await this.databases();
    return { databases, queues: await this.#queues(), secrets: await this.#secrets() };
  }

  /** The first call: it says what keeps wrangler from the account. */
  async databases(): Promise<Found["databases"]> {
    try {
      return JSON.parse(await this.#wrangler(["d1", "list", "--json"]));
    } catch (error) {
      throw new ScriptError(
        `wrangler cannot read the account: run \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN.\n${messageOf(error)}`,
      );
    }
  }

  async createDatabase(name: string, place: Place | null): Promise<void> {
    const where = place === null ? [] : [`--${place.variable.toLowerCase()}`, place.value];
    await this.#wrangler(["d1", "create", name, ...where]);
  }

  async createQueue(name: string, jurisdiction: string | null): Promise<void> {
    const retention = ["--message-retention-period-secs", String(MESSAGES_KEPT_SECONDS)];
    const where = jurisdiction === null ? [] : ["--jurisdiction", jurisdiction];
    await this.#wrangler(["queues", "create", name, ...retention, ...where]);
  }

  /** Whether the service has ever used it. */
  async hasTables(): Promise<boolean> {
    const sql = "SELECT count(*) AS tables FROM sqlite_schema WHERE name = 'merchants'";
    const [{ tables }] = await this.#query<[{ tables: number }]>(sql);
    return tables > 0;
  }

  /** Lists them by file name; none of a database without tables. */
  async migrations(): Promise<string[]> {
    const tables = await this.#query<unknown[]>("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'");
    if (tables.length === 0) return [];
    const rows = await this.#query<{ name: string }[]>("SELECT name FROM d1_migrations");
    return rows.map(({ name }) => name);
  }

  /** The entries of CELLS that the database knows, since when they are in force, epoch milliseconds; and JURISDICTION. */
  async lastingSettings(): Promise<LastingSetting[]> {
    return await this.#query<LastingSetting[]>("SELECT entry, since FROM lasting_settings");
  }

  /** Passes them by standard input: a command line is visible to others on the machine. */
  async putSecrets(values: Record<string, string>): Promise<void> {
    await this.#wrangler(["secret", "bulk", ...this.#environment], JSON.stringify(values));
  }

  async migrate(): Promise<void> {
    await this.#wrangler(["d1", "migrations", "apply", "DB", "--remote", ...this.#environment]);
  }

  async deploy(): Promise<string> {
    return await this.#wrangler(["deploy", ...this.#environment]);
  }

  async bundle(directory: string): Promise<string> {
    return await this.#wrangler(["deploy", "--dry-run", "--outdir", directory, ...this.#environment]);
  }

  async #query<Rows>(sql: string): Promise<Rows> {
    const where = ["DB", "--remote", "--yes", "--json", ...this.#environment];
    const [{ results }] = JSON.parse(await this.#wrangler(["d1", "execute", ...where, "--command", sql]));
    return results;
  }

  /** A table a page: the second column has the names. */
  async #queues(): Promise<string[]> {
    const names: string[] = [];
    for (let page = 1; ; page++) {
      const table = await this.#wrangler(["queues", "list", "--page", String(page)]);
      const rows = table.split("\n").map((line) => line.split("│").map((cell) => cell.trim()));
      const found = rows
        .filter((cells) => /^[0-9a-f]{32}$/.test(cells[1] ?? ""))
        .map((cells) => cells[2] ?? "");
      if (found.every((name) => names.includes(name))) return names;
      names.push(...found);
    }
  }

  /** None of a Worker that there is not yet. */
  async #secrets(): Promise<string[]> {
    try {
      const secrets: { name: string }[] = JSON.parse(
        await this.#wrangler(["secret", "list", ...this.#environment]),
      );
      return secrets.map(({ name }) => name);
    } catch (error) {
      if (/Worker .* not found/.test(messageOf(error))) return [];
      throw error;
    }
  }
}
