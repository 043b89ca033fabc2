import type { RouterRoute } from "hono/types";

/** Returns the methods of a path, so that a known path with another method gets a 405 instead of a 404. */
export function methodsByPath(registered: readonly RouterRoute[]): (path: string) => string[] {
  const routes = registered
    .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
    .map((route) => ({ method: route.method, pattern: patternOf(route.path) }));
  return (path) => [
    ...new Set(
      routes
        .filter((route) => route.pattern.test(path))
        .map((route) => route.method)
        .sort(),
    ),
  ];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[^/]+/g, "[^/]+")}$`);
}
