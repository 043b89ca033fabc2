import { isAdmin, principalFrom, standingKeyOf } from "./principal.ts";
import { mayHaveToken, type Standing, type StandingKey } from "./standing.ts";

/** Whether the embedded identity provider may issue a token with these claims. */
export async function isTokenAllowed(
  claims: Record<string, unknown>,
  findStanding: (key: StandingKey) => Promise<Standing>,
): Promise<boolean> {
  const principal = principalFrom(claims);
  // An administrator who acts for a suspended merchant must be able to end the suspension.
  const key = isAdmin(principal) ? null : standingKeyOf(principal);
  return key === null || mayHaveToken(key, await findStanding(key));
}
