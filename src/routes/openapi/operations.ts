// The app's routes with the metadata of their middleware.
import type { RouterRoute } from "hono/types";
import { metadataOf, type RouteMetadata } from "../../http/describe.ts";

export type Environment = "sandbox" | "live";

/** A documented route. Metadata that no middleware carries is absent. */
export interface DescribedRoute extends Partial<RouteMetadata> {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** With parameters in braces, as OpenAPI writes them. */
  path: string;
  operation: RouteMetadata["operation"];
}

/** Tags of routes that only the sandbox has: in live the identity provider is an external one. */
const SANDBOX_TAGS = new Set(["Tokens", "Sandbox"]);

export function describedRoutes(routes: readonly RouterRoute[], environment: Environment): DescribedRoute[] {
  const found = new Map<string, Partial<DescribedRoute>>();
  for (const { method, path, handler } of routes) {
    const key = `${method} ${path}`;
    found.set(key, { ...found.get(key), ...metadataOf(handler), ...placeOf(method, path) });
  }
  return [...found.values()]
    .filter(isDescribed)
    .filter(({ operation }) => environment === "sandbox" || !SANDBOX_TAGS.has(operation.tag));
}

function placeOf(method: string, path: string): Pick<DescribedRoute, "method" | "path"> {
  return {
    method: method.toLowerCase() as DescribedRoute["method"],
    path: path.replace(/:(\w+)/g, "{$1}"),
  };
}

function isDescribed(route: Partial<DescribedRoute>): route is DescribedRoute {
  return route.operation !== undefined;
}
