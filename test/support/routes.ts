// Every route there is, from the app itself, so that a new one cannot be forgotten by the tests of all routes.
import { createApp } from "../../src/app.ts";

/** Routes anyone may call, or that have another authentication than a bearer token. */
const WITHOUT_TOKEN = [
  /^GET \/$/,
  /^GET \/health$/,
  /^GET \/docs/,
  /^GET \/openapi\.json$/,
  /^GET \/merchant\/api\/v1\/public\//,
  /^POST \/internal\/ledger-events$/,
  / (\/admin)?\/realms\//,
];

/** "GET /path/:parameter", each once and in order. */
export function routes(): string[] {
  const handlers = createApp().routes.filter(({ method }) => method !== "ALL");
  return [...new Set(handlers.map(({ method, path }) => `${method} ${path}`))].sort();
}

export function routesWithToken(): string[] {
  return routes().filter((route) => !WITHOUT_TOKEN.some((pattern) => pattern.test(route)));
}

/** The method and a path in which every parameter is an id that belongs to nothing. */
export function exampleOf(route: string): [method: string, path: string] {
  const [method = "", path = ""] = route.split(" ");
  return [method, path.replace(/:[^/]+/g, "123e4567-e89b-42d3-a456-426614174000")];
}
