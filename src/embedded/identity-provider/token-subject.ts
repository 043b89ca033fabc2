// Whether the service lets somebody have a token who has authenticated here.
import type { ProviderCaller } from "../../domain/provider-caller.ts";
import { DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import type { TokenSubject } from "./access-token.ts";

/** The service may have stopped a caller that this provider still knows. */
export async function isAllowed(subject: TokenSubject, caller: ProviderCaller = {}): Promise<boolean> {
  return (await caller.isAllowed?.(accessClaims(subject))) ?? true;
}

/** The claims that say who has authenticated. */
export function accessClaims({ id, clientId, claims }: TokenSubject): Record<string, unknown> {
  return { ...claims, sub: id, azp: clientId };
}

/** Users share the dashboard's client, so each counts alone. The service's own requests are always admitted. */
export async function isAdmitted(
  { id, clientId }: TokenSubject,
  { admit }: ProviderCaller = {},
): Promise<boolean> {
  if (admit === undefined) return true;
  return await admit(clientId === DASHBOARD_CLIENT_ID ? `user ${id}` : `client ${clientId}`);
}
