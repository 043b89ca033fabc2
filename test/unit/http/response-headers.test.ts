import type { Context } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "../../../src/http/app-env.ts";
import { ResponseTemplate } from "../../../src/http/response-headers.ts";

function contextOf(variables: Partial<AppEnv["Variables"]>): Context<AppEnv> {
  const known = new Map<string, unknown>(Object.entries(variables));
  return {
    get: (name: string) => known.get(name),
    set: (name: string, value: unknown) => known.set(name, value),
  } as unknown as Context<AppEnv>;
}

const read = new ResponseTemplate<"ETag">({ "Content-Type": "application/json" });
const own = contextOf({ requestId: "own" });
const foreign = contextOf({ requestId: "foreign", isCrossOrigin: true });

describe("a response from a template", () => {
  it("has headers of its own", () => {
    const responses = [
      read.build(own, "1", 200, { ETag: "a" }),
      read.build(foreign, "2", 200, { ETag: "b" }),
      read.build(own, "3", 404, { ETag: "c" }),
    ];
    const seen = responses.map(({ status, headers }) => [
      status,
      ...["X-Request-Id", "ETag", "Access-Control-Allow-Origin"].map((name) => headers.get(name)),
    ]);
    expect(seen).toEqual([
      [200, "own", "a", null],
      [200, "foreign", "b", "*"],
      [404, "own", "c", null],
    ]);
  });

  it("keeps to itself what is set on it later", () => {
    read.build(own, null, 200, { ETag: "a" }).headers.set("Retry-After", "5");
    expect(read.build(own, null, 200, { ETag: "a" }).headers.has("Retry-After")).toBe(false);
  });

  it("has what every response has, unless its kind has its own", () => {
    const kind = new ResponseTemplate({ "Cache-Control": "private, no-cache" });
    const { headers } = kind.build(own, null, 304, {});
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});
