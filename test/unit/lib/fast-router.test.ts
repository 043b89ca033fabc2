// The service's routes are matched by Hono's fast router, and as its slow one would.
import { getRouterName } from "hono/dev";
import type { Result } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { expect, it } from "vitest";
import { FastRouter } from "#core/lib/fast-router.ts";
import { createApp } from "#main/app.ts";
import { createSandboxApp } from "#sandbox/app.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

const APPS = {
  live: createApp(() => {
    throw new Error("no request is made");
  }),
  sandbox: createSandboxApp(),
};

/** Which handlers, in order, with the values of their parameters. */
function matchesOf([handlers, stash]: Result<number>): [number, Record<string, string>][] {
  return handlers.map(([handler, params]) => {
    const values = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "number" ? stash?.[value] : value,
    ]);
    return [handler, Object.fromEntries(values)];
  });
}

it.each(Object.entries(APPS))("all routes of %s but one are in the fast router", (_, app) => {
  expect(getRouterName(app)).toBe("FastRouter");
  const router = new FastRouter<number>();
  for (const [index, { method, path }] of app.routes.entries()) router.add(method, path, index);
  for (const method of METHODS) router.match(method, "/");
  expect(router.slowPaths).toEqual(["/merchant/api/v1/webhook-deliveries/:deliveryID/redeliver"]);
});

it.each(Object.entries(APPS))("each path of %s has the handlers that the slow router finds", (_, app) => {
  const [router, slow] = [new FastRouter<number>(), new TrieRouter<number>()];
  for (const [index, { method, path }] of app.routes.entries()) {
    router.add(method, path, index);
    slow.add(method, path, index);
  }
  const paths = app.routes.flatMap(({ path }) => {
    const named = path.replaceAll(/:[^/]+/g, "0192-a").replaceAll("*", "any");
    return [named, `${named}/`, `${named}/more`];
  });
  for (const path of new Set([...paths, "/", "/merchant/api/v1/webhook-deliveries/recover/redeliver"]))
    for (const method of METHODS)
      expect([method, path, matchesOf(router.match(method, path))]).toEqual([
        method,
        path,
        matchesOf(slow.match(method, path)),
      ]);
});

it("takes a route that is added after the first match", () => {
  const router = new FastRouter<number>();
  router.add("GET", "/a", 1);
  expect(matchesOf(router.match("GET", "/b"))).toEqual([]);
  router.add("GET", "/b", 2);
  expect(matchesOf(router.match("GET", "/b"))).toEqual([[2, {}]]);
});
