import type { RouterRoute } from "hono/types";

/**
 * Returns the methods of a path, so that a known path with another method gets a 405 instead of a 404. Where a path of its own matches
 * as well as one with a parameter, as `…/recover` does, only the former is meant.
 */
export function methodsByPath(registered: readonly RouterRoute[]): (path: string) => string[] {
  const routes = registered
    .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
    .map(({ method, path }) => ({ method, pattern: patternOf(path), parameters: path.split(":").length }));
  return (path) => {
    const matching = routes.filter((route) => route.pattern.test(path));
    const fewest = Math.min(...matching.map(({ parameters }) => parameters));
    const meant = matching.filter(({ parameters }) => parameters === fewest);
    return [...new Set(meant.map(({ method }) => method).sort())];
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:[^/]+/g, "[^/]+")}$`);
}
