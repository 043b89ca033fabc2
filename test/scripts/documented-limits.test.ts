// The rate limits stand in wrangler.toml, once for each environment, and in the API's documentation.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

function limitsOf(table: "ratelimits" | "env.live.ratelimits"): Record<string, number> {
  const [, ...sections] = readFileSync("wrangler.toml", "utf8").split(`[[${table}]]`);
  const limits = sections.map((section) => {
    const name = /name = "(\w+)"/.exec(section)?.[1];
    const limit = /limit = (\d+), period = 60/.exec(section)?.[1];
    return [name, Number(limit)];
  });
  return Object.fromEntries(limits);
}

const LIMITS = limitsOf("ratelimits");

describe("rate limits", () => {
  it("are the same in live", () => {
    expect(Object.keys(LIMITS)).toHaveLength(11);
    expect(limitsOf("env.live.ratelimits")).toEqual(LIMITS);
  });

  it.each(["sandbox", "live"])("are documented in %s as they are", (environment) => {
    const { info } = JSON.parse(readFileSync(`src/assets/openapi.${environment}.json`, "utf8"));
    const count = (name: string) => LIMITS[name]?.toLocaleString("en");
    expect(info.description).toContain(
      `${count("LIMIT_TOKEN_CLIENT")} tokens per client or user, ` +
        `${count("LIMIT_TOKEN_FAILURES")} refused token requests per address, ` +
        `${count("LIMIT_WRITES")} writes and ${count("LIMIT_READS")} reads per caller (a client, counter, dashboard user or wallet), ` +
        `${count("LIMIT_CREATIONS")} payment intents created per merchant with all its counters, ` +
        `${count("LIMIT_WEBHOOKS")} redeliveries and test webhooks per merchant, ` +
        `${count("LIMIT_PUBLIC_READS")} public reads or WebSockets opened per address and intent, ` +
        `${count("LIMIT_DOWNLOADS")} downloads per merchant (payments.csv, and what administrators export), ` +
        `${count("LIMIT_LISTS")} lists per caller, ${count("LIMIT_LONG_READS")} of which may read thousands of rows`,
    );
    expect(info.description).toContain(
      `${count("LIMIT_UNKNOWN_IDS")} unknown ids in public reads per address`,
    );
  });
});
