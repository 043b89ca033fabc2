// Stands in for as much of wrangler and an account as a deployment uses. It remembers every command line.
import type { Found, LastingSetting, Wrangler } from "#scripts/deploy/account.ts";

export const DATABASE_ID = "9f1c0a52-7a35-4a0e-9d3b-0f6f1f5b2c11";

export class FakeCloudflare {
  databases: Found["databases"] = [];
  queues: string[] = [];
  /** With null, there is no Worker. */
  secrets: Record<string, string> | null = null;
  hasTables = false;
  migrations: string[] = [];
  lastingSettings: LastingSetting[] = [];
  deployments = 0;
  readonly commands: string[] = [];
  /** The number of commands that succeed before one fails. */
  failsAfter = Number.POSITIVE_INFINITY;

  readonly wrangler: Wrangler = async (args, input) => {
    this.commands.push(args.join(" "));
    if (this.failsAfter-- === 0) throw new Error(`wrangler ${args.join(" ")} failed: no network`);
    return this.#run(args, input);
  };

  #run(args: readonly string[], input: string | undefined): string {
    const [first, second, third = ""] = args;
    switch (`${first} ${second}`) {
      case "d1 list":
        return JSON.stringify(this.databases);
      case "d1 create":
        this.databases.push({
          name: third,
          uuid: DATABASE_ID,
          jurisdiction: after(args, "--jurisdiction") ?? null,
        });
        return "";
      case "d1 execute":
        return JSON.stringify([{ results: this.#rowsOf(args.at(-1) ?? "") }]);
      case "d1 migrations":
        this.hasTables = true;
        this.migrations = ["0000_release_1.sql"];
        return "";
      case "queues list":
        return this.#queueTable(Number(args[3]));
      case "queues create":
        if (this.queues.includes(third)) throw new Error("it exists");
        this.queues.push(third);
        return "";
      case "secret list":
        if (this.secrets === null) throw new Error('Worker "x" not found.');
        return JSON.stringify(Object.keys(this.secrets).map((name) => ({ name, type: "secret_text" })));
      case "secret bulk":
        this.secrets = { ...this.secrets, ...JSON.parse(input ?? "") };
        return "";
      default:
        if (first !== "deploy") throw new Error(`unknown: ${args.join(" ")}`);
        this.deployments++;
        return "Deployed";
    }
  }

  #rowsOf(sql: string): object[] {
    if (sql.includes("lasting_settings")) return this.lastingSettings;
    if (sql.includes("d1_migrations")) return this.migrations.map((name) => ({ name }));
    return [{ tables: this.hasTables ? 1 : 0 }];
  }

  /** Two a page. */
  #queueTable(page: number): string {
    const rows = this.queues.slice(2 * (page - 1), 2 * page);
    const id = "0123456789abcdef0123456789abcdef";
    return ["│ id │ name │ created_on │", ...rows.map((name) => `│ ${id} │ ${name} │ 2026-01-01 │`)].join(
      "\n",
    );
  }
}

function after(args: readonly string[], flag: string): string | undefined {
  return args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;
}
