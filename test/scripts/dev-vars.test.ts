// The local secrets, as the start scripts make them. Runs in Node.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureDevVars, LIVE_VARS, readDevVars, setDevVars } from "#scripts/dev-vars.ts";
import { ScriptError } from "#scripts/run.ts";

const project = process.cwd();
const directory = mkdtempSync(join(tmpdir(), "payments-secrets-"));
const PUSH_KEYS = {
  VAPID_PUBLIC_KEY: expect.stringMatching(/^B[\w-]{86}$/),
  VAPID_PRIVATE_KEY: expect.stringMatching(/^[\w-]{43}$/),
  VAPID_SUBJECT: "mailto:nobody@example.com",
};
const SECRET = /^[A-Za-z0-9+/]{43}=$/;

beforeAll(() => process.chdir(directory));
beforeEach(() => rmSync(".dev.vars", { force: true }));
afterAll(() => {
  process.chdir(project);
  rmSync(directory, { recursive: true, force: true });
});

describe(".dev.vars", () => {
  it("is made with all secrets, new ones every time", () => {
    expect(ensureDevVars()).toBe(true);
    const first = readDevVars();
    rmSync(".dev.vars");
    ensureDevVars();
    expect(first.IDEMPOTENCY_KEY_SECRET).toMatch(SECRET);
    expect(readDevVars().IDEMPOTENCY_KEY_SECRET).not.toBe(first.IDEMPOTENCY_KEY_SECRET);
    expect(first.MASTER_KEY).not.toBe(first.IDEMPOTENCY_KEY_SECRET);
    expect(first).toMatchObject(PUSH_KEYS);
    expect(readDevVars().VAPID_PUBLIC_KEY).not.toBe(first.VAPID_PUBLIC_KEY);
  });

  it("of live mode is a file of its own, for this user only, in which lines are replaced", () => {
    rmSync(LIVE_VARS, { force: true });
    expect(ensureDevVars(LIVE_VARS)).toBe(true);
    expect(existsSync(".dev.vars")).toBe(false);
    const made = readDevVars(LIVE_VARS);
    setDevVars(LIVE_VARS, { AUTH_URL: "http://127.0.0.1:1", ADMIN_CLIENT_SECRET: "first" });
    setDevVars(LIVE_VARS, { AUTH_URL: "http://127.0.0.1:2" });
    expect(readDevVars(LIVE_VARS)).toEqual({
      ...made,
      ADMIN_CLIENT_SECRET: "first",
      AUTH_URL: "http://127.0.0.1:2",
    });
    expect(readFileSync(LIVE_VARS, "utf8").match(/AUTH_URL/g)).toHaveLength(1);
    expect(statSync(LIVE_VARS).mode & 0o777).toBe(0o600);
  });

  it("that is missing is named in a line that says what makes it", () => {
    expect(() => readDevVars()).toThrow(new ScriptError(".dev.vars is missing: the start script makes it."));
  });

  it("is ignored by git, in live as well", () => {
    const ignored = readFileSync(join(project, ".gitignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".dev.vars", ".dev.vars.*", ".secrets.*"]));
  });

  it("is left alone when it is there, whatever is in it", () => {
    writeFileSync(".dev.vars", 'MASTER_KEY="mine"');
    expect(ensureDevVars()).toBe(false);
    expect(readFileSync(".dev.vars", "utf8")).toBe('MASTER_KEY="mine"');
  });
});
