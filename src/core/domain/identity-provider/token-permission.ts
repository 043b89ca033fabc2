import {
  mayHaveToken,
  type Restrictions,
  type RestrictionsKey,
} from "#core/domain/merchants/restrictions.ts";
import { isAdmin, readIdentity, restrictionsKeyOf } from "#core/domain/sessions/actor-identity.ts";

/** Whether the embedded identity provider may issue a token with these claims. */
export async function isTokenAllowed(
  claims: Record<string, unknown>,
  findRestrictions: (key: RestrictionsKey) => Promise<Restrictions>,
): Promise<boolean> {
  const identity = readIdentity(claims);
  // An administrator who acts for a suspended merchant must be able to end the suspension.
  const key = isAdmin(identity) ? null : restrictionsKeyOf(identity);
  return key === null || mayHaveToken(key, await findRestrictions(key));
}
