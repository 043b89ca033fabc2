import type { Context } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "../../../src/http/app-env.ts";
import { completeResponse } from "../../../src/http/response-headers.ts";

function contextOf(variables: Partial<AppEnv["Variables"]>): Context<AppEnv> {
  const known = new Map<string, unknown>(Object.entries(variables));
  return {
    get: (name: string) => known.get(name),
    set: (name: string, value: unknown) => known.set(name, value),
  } as unknown as Context<AppEnv>;
}

const own = contextOf({ requestId: "own" });
const foreign = contextOf({ requestId: "foreign", isCrossOrigin: true });

describe("a complete response", () => {
  it("has headers of its own", () => {
    const responses = [
      completeResponse(own, "1", 200, { ETag: "a" }),
      completeResponse(foreign, "2", 200, { ETag: "b" }),
      completeResponse(own, "3", 404, {}),
    ];
    const seen = responses.map(({ status, headers }) => [
      status,
      ...["X-Request-Id", "ETag", "Access-Control-Allow-Origin"].map((name) => headers.get(name)),
    ]);
    expect(seen).toEqual([
      [200, "own", "a", null],
      [200, "foreign", "b", "*"],
      [404, "own", null, null],
    ]);
  });

  it("keeps to itself what is set on it later", () => {
    completeResponse(own, null, 200, {}).headers.set("Retry-After", "5");
    expect(completeResponse(own, null, 200, {}).headers.has("Retry-After")).toBe(false);
  });

  it("has what every response has, unless it has its own", () => {
    const { headers } = completeResponse(own, null, 304, { "Cache-Control": "private, no-cache" });
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});
