// The authorization request (RFC 6749 §4.1.1 with PKCE, RFC 7636): who asks for a code, and where it goes.
import { callbackUrl } from "#core/domain/identity-provider/realm.ts";
import { isRepeated } from "./forms.ts";
import { isPublicClient, type PublicClientId } from "./public-clients.ts";
import type { Realm } from "./realm.ts";
import { areScopesKnown } from "./scopes.ts";

export interface AuthorizationRequest {
  clientId: PublicClientId;
  redirectUri: string;
  state: string | null;
  nonce: string | null;
  codeChallenge: string;
}

/** `untrusted`: the error must not be sent anywhere, because nobody knows whose address it is. */
export type ReadRequest =
  | { kind: "valid"; request: AuthorizationRequest }
  | { kind: "refused"; redirectTo: string }
  | { kind: "untrusted" };

const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export function readAuthorizationRequest(realm: Realm, query: URLSearchParams): ReadRequest {
  const redirectUri = callbackUrl(realm.publicUrl);
  const clientId = query.get("client_id");
  const isOurs = isPublicClient(clientId) && query.get("redirect_uri") === redirectUri;
  if (!isOurs || isRepeated(query)) return { kind: "untrusted" };
  const state = query.get("state");
  const codeChallenge = query.get("code_challenge") ?? "";
  const error = faultOf(query, clientId, codeChallenge);
  if (error !== null) {
    return { kind: "refused", redirectTo: respondTo(realm, { redirectUri, state }, { error }) };
  }
  return {
    kind: "valid",
    request: { clientId, redirectUri, state, nonce: query.get("nonce"), codeChallenge },
  };
}

/** The address that the browser goes on to; `iss` says whose response it is (RFC 9207). */
export function respondTo(
  { issuer }: Realm,
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  response: Record<string, string>,
): string {
  const parameters = { ...response, ...(state !== null && { state }), iss: issuer };
  return `${redirectUri}?${new URLSearchParams(parameters)}`;
}

function faultOf(query: URLSearchParams, clientId: string, codeChallenge: string): string | null {
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  const scope = query.get("scope") ?? "";
  if (!areScopesKnown(scope, clientId) || !scope.split(" ").includes("openid")) return "invalid_scope";
  const isProtected = query.get("code_challenge_method") === "S256" && S256_CHALLENGE.test(codeChallenge);
  if (!isProtected) return "invalid_request";
  // Every sign-in shows the form: without one there is nobody to respond for.
  return query.get("prompt") === "none" ? "login_required" : null;
}
