// The app's routes with the metadata of their middleware.

import type { RouterRoute } from "hono/types";
import { addRows } from "../../core/domain/open-list.ts";
import { type Access, type AccessRule, metadataOf, type RouteMetadata } from "../../core/http/describe.ts";
import type { Refusal } from "../../core/http/refusals.ts";
import { placeInDocument } from "./reading-order.ts";

export type Environment = "sandbox" | "live";

/** A documented route. Metadata that no middleware carries is absent. */
export interface DescribedRoute extends Partial<RouteMetadata> {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** It has parameters in braces, as OpenAPI writes them. */
  path: string;
  operation: RouteMetadata["operation"];
}

export function describedRoutes(routes: readonly RouterRoute[]): DescribedRoute[] {
  const found = new Map<string, Partial<DescribedRoute>>();
  for (const { method, path, handler } of routes) {
    const key = `${method} ${path}`;
    found.set(key, { ...found.get(key), ...metadataOf(handler), ...placeOf(method, path) });
  }
  return [...found.values()]
    .filter(isDescribed)
    .sort((a, b) => placeInDocument(a.path) - placeInDocument(b.path));
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

const CORE_ACCESS: Record<Exclude<Access, keyof PartAccess>, AccessRule> = {
  anyone: {
    callers: "anyone, without a token",
    audiences: ["shop", "wallet", "operator"],
    refusals: [],
    security: [],
  },
  merchant_or_counter: forMerchants("a merchant, its dashboard users and its counters", "counter_not_active"),
  merchant_or_till: forMerchants("a merchant, its dashboard users and the tills of its counters"),
  merchant: forMerchants("a merchant and its dashboard users"),
  owner: forMerchants("a merchant and those of its dashboard users who are owners", "owner_required"),
  refunder: forMerchants(
    "a merchant, those of its dashboard users who are owners, and the client of a counter with `can_refund`",
    "owner_required",
    "counter_not_active",
  ),
  signed_in: forPeople("a merchant's dashboard users, not for its client credentials"),
  signed_in_owner: forPeople(
    "a merchant's dashboard users who are owners, not for its client credentials",
    "owner_required",
  ),
  merchant_or_admin: {
    ...forMerchants("a merchant, its dashboard users and platform administrators"),
    audiences: ["shop", "operator"],
  },
  admin: { callers: "platform administrators", audiences: ["operator"], refusals: ["forbidden"] },
  customer: {
    callers: "a customer's wallet",
    audiences: ["wallet"],
    refusals: ["forbidden", "wallet_stopped"],
  },
  ledger: {
    callers: "the platform's ledger",
    audiences: ["operator"],
    refusals: ["invalid_signature"],
    security: [{ webhookSignature: [] }],
  },
};

/** Who may call a route, and how everyone else is refused. */
export const ACCESS = { ...CORE_ACCESS } as Record<Access, AccessRule>;

export function addAccess(ofParts: Record<keyof PartAccess, AccessRule>): void {
  addRows(ACCESS, ofParts);
}

function forMerchants(callers: string, ...further: Refusal[]): AccessRule {
  const refusals: Refusal[] = ["forbidden", "merchant_missing"];
  const commandRefusals: Refusal[] = ["merchant_suspended", ...further];
  return { callers, audiences: ["shop"], refusals, commandRefusals };
}

function forPeople(...named: Parameters<typeof forMerchants>): AccessRule {
  const rule = forMerchants(...named);
  return { ...rule, refusals: [...rule.refusals, "sign_in_required"], security: [{ bearer: [] }] };
}

export function takesToken(access: Access): boolean {
  return access !== "anyone" && access !== "ledger";
}

export function securityOf(access: Access): Record<string, string[]>[] {
  return ACCESS[access].security ?? [{ clientCredentials: [] }, { bearer: [] }];
}
