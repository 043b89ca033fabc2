// What a log line says about an error: its stack, and never a bound parameter.
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { log } from "#core/lib/log.ts";
import { muteLog } from "../../support/faults.ts";

function lineAbout(error: unknown): string {
  const lines = muteLog();
  log("error", "alarm_failed", { error });
  return lines.join();
}

function failHere(): Error {
  return new TypeError("first line\nsecond line\n    at noFrame (secret.ts:1:1)");
}

it("has the frames of the error's stack, without its message", () => {
  const { error, stack } = JSON.parse(lineAbout(failHere()));
  expect(error).toMatch(/^TypeError: first line/);
  expect(stack[0]).toMatch(/^failHere \(.+log\.test\.ts:\d+:\d+\)$/);
  expect(stack.join()).not.toContain("noFrame");
});

it("has the cause's frames as well", () => {
  const { error, stack } = JSON.parse(lineAbout(new Error("outer", { cause: failHere() })));
  expect(error).toMatch(/^Error: first line/);
  const at = stack.indexOf("caused by");
  expect(at).toBeGreaterThan(0);
  expect(stack[at + 1]).toMatch(/^failHere /);
});

it("names a thrown value that is not an error", () => {
  expect(JSON.parse(lineAbout("a text"))).toEqual({ level: "error", event: "alarm_failed", error: "a text" });
});

it("says where a query was made, but not its parameters", async () => {
  const secret = "whsec_canary\n    at canary (canary.ts:1:1)";
  const query = sql`INSERT INTO merchants (id) VALUES (${secret})`;
  const error = await openDatabase(env.DB)
    .run(query)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect((error as Error).message).toContain("canary");
  const line = lineAbout(error);
  expect(JSON.parse(line).error).toMatch(/NOT NULL constraint failed/);
  expect(JSON.parse(line).stack.length).toBeGreaterThan(2);
  expect(line).not.toContain("canary");
  const bare = new Error((error as Error).message);
  expect(lineAbout(bare)).toContain("database query failed");
  expect(lineAbout(bare)).not.toContain("canary");
  const wrapped = lineAbout(new Error("the payment failed", { cause: bare }));
  expect(wrapped).toContain("database query failed");
  expect(wrapped).not.toContain("canary");
});
