// Whom a token is about, and whether the service lets somebody have one who has authenticated here.
import type { JWTPayload } from "jose";
import type { ProviderActor } from "#core/domain/identity-provider/provider-actor.ts";
import { AUDIENCE } from "#core/domain/identity-provider/realm.ts";
import { isPublicClient, PUBLIC_CLIENTS, type PublicClientId } from "./public-clients.ts";
import type { IdpUser } from "./users.ts";

export interface TokenSubject {
  id: string;
  clientId: string;
  claims: JWTPayload;
}

export function subjectOfUser(
  { id, email, attributes, roles }: IdpUser,
  clientId: PublicClientId,
): TokenSubject {
  const { role, attribute } = PUBLIC_CLIENTS[clientId];
  const [value] = attributes[attribute] ?? [];
  const claims = {
    aud: AUDIENCE,
    preferred_username: email,
    email,
    realm_access: { roles: roles.filter((each) => each === role) },
    ...(value !== undefined && { [attribute]: value }),
  };
  return { id, clientId, claims };
}

export function accessClaims({ id, clientId, claims }: TokenSubject): JWTPayload {
  return { ...claims, sub: id, azp: clientId };
}

/** The service may have stopped a caller that this provider still knows. */
export async function isAllowed(subject: TokenSubject, caller: ProviderActor = {}): Promise<boolean> {
  return (await caller.isAllowed?.(accessClaims(subject))) ?? true;
}

/** Users share their client, so each counts alone. The service's own requests are always admitted. */
export async function isAdmitted(subject: TokenSubject, { admit }: ProviderActor = {}): Promise<boolean> {
  const { id, clientId } = subject;
  if (admit === undefined) return true;
  return await admit(isPublicClient(clientId) ? `user ${id}` : `client ${clientId}`);
}
