import type { RouterRoute } from "hono/types";

let routes: { method: string; pattern: RegExp }[] = [];

/** Remembers what exists, so that a known path with another method is answered 405 and not 404. */
export function rememberRoutes(registered: readonly RouterRoute[]): void {
  routes = registered
    .filter((route) => route.method !== "ALL")
    .map((route) => ({ method: route.method, pattern: patternOf(route.path) }));
}

export function allowedMethods(path: string): string[] {
  return [...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))].sort();
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[^/]+/g, "[^/]+")}$`);
}
