import { Hono, type HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { issueAccessToken } from "./access-token.ts";
import { authenticateClient } from "./client-authentication.ts";
import { answerOAuthError, OAuthError } from "./oauth-error.ts";
import type { Realm } from "./realm.ts";

export const GRANT_TYPES = ["client_credentials"] as const;
type GrantType = (typeof GRANT_TYPES)[number];

const FORM_BYTES_MAX = 16 * 1024;

export function createTokenEndpoint(realm: Realm): Hono {
  const app = new Hono();
  app.onError(answerOAuthError);
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("Pragma", "no-cache");
  });
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX, onError: refuseSize }));
  app.post("/", async (c) => {
    const form = await readForm(c.req);
    const grantType = readGrantType(form);
    const client = await authenticateClient(realm, form, c.req.header("authorization"));
    switch (grantType) {
      case "client_credentials":
        return c.json(await issueAccessToken(realm, client));
    }
  });
  return app;
}

/** Parameters without a value count as absent (RFC 6749 §3.2). */
async function readForm(request: HonoRequest): Promise<ReadonlyMap<string, string>> {
  const [mediaType = ""] = (request.header("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw new OAuthError("invalid_request", "The body must be application/x-www-form-urlencoded");
  }
  // workerd warns of .text() on a form, once a call.
  const body = new TextDecoder().decode(await request.arrayBuffer());
  const parameters = [...new URLSearchParams(body)];
  const form = new Map(parameters);
  if (form.size < parameters.length) throw new OAuthError("invalid_request", "Duplicated parameter");
  return new Map(parameters.filter(([, value]) => value !== ""));
}

function readGrantType(form: ReadonlyMap<string, string>): GrantType {
  const requested = form.get("grant_type");
  if (requested === undefined) throw new OAuthError("invalid_request", "Missing form parameter: grant_type");
  const grantType = GRANT_TYPES.find((supported) => supported === requested);
  if (grantType === undefined) throw new OAuthError("unsupported_grant_type", "Unsupported grant_type");
  return grantType;
}

function refuseSize(): never {
  throw new OAuthError("invalid_request", `The body exceeds ${FORM_BYTES_MAX} bytes`, 413);
}
