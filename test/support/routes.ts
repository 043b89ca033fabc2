// Every route, read from the app itself, so that tests of all routes cannot miss a new one.
import { createSandboxApp } from "#sandbox/app.ts";
import { isPageOfPart } from "./part-rows.ts";
import { UNKNOWN_ID } from "./paths.ts";

/** Routes open to anyone, or authenticated by something other than a bearer token. */
const WITHOUT_TOKEN = [
  /^GET \/$/,
  /^GET \/health$/,
  /^GET \/docs/,
  /^GET \/openapi\.json$/,
  /^GET \/merchant\/api\/v1\/public\//,
  /^GET \/pay\//,
  /^GET \/logo\//,
  /^GET \/dashboard/,
  /^GET \/pos(\/|$)/,
  /^GET \/wallet$/,
  /^GET \/desk(\/pair)?$/,
  / (\/wallet|\/desk)?\/session(\/|$)/,
  /^POST \/sandbox\/v1\/wallet-session$/,
  / \/sandbox(\/v1)?(\/merchants)?$/,
  / \/internal\//,
  / (\/admin)?\/realms\//,
];

/** All routes, each "GET /path/:parameter", unique and sorted. */
export function routes(): string[] {
  const handlers = createSandboxApp().routes.filter(({ method, path }) => method !== "ALL" && path !== "/*");
  return [...new Set(handlers.map(({ method, path }) => `${method} ${path}`))].sort();
}

export function routesWithToken(): string[] {
  const isOpen = (route: string) =>
    isPageOfPart(route) || WITHOUT_TOKEN.some((pattern) => pattern.test(route));
  return routes().filter((route) => !isOpen(route));
}

/** The method, and the path with an unknown id in place of every parameter. */
export function exampleOf(route: string): [method: string, path: string] {
  const [method = "", path = ""] = route.split(" ");
  return [method, path.replace(/:[^/]+/g, UNKNOWN_ID)];
}
