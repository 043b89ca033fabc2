import { requireTokenOf } from "../environment.ts";
import { PaymentsConnectionError } from "../errors.ts";
import { baseUrlFrom, type Connection, type MerchantClientOptions } from "../options.ts";
import { attempt } from "./attempt.ts";
import { withRetries } from "./retry.ts";

const TOKEN_PATH = "/realms/payment-platform/protocol/openid-connect/token";
const RENEWAL_MARGIN_MS = 30_000;

export interface AccessTokens {
  take(): Promise<string>;
  /** Discards a token that was rejected, unless it has already been replaced. */
  drop(token: string): void;
}

interface AccessToken {
  value: string;
  renewAt: number;
}

/** All calls share one token, and calls that need a new one share one request for it. */
export function createAccessTokens(connection: Connection, options: MerchantClientOptions): AccessTokens {
  let current: AccessToken | null = null;
  let renewal: Promise<AccessToken> | null = null;

  async function renew(): Promise<AccessToken> {
    try {
      current = await fetchToken(connection, options);
      return current;
    } finally {
      renewal = null;
    }
  }

  return {
    async take() {
      if (current !== null && connection.clock() < current.renewAt) return current.value;
      renewal ??= renew();
      return (await renewal).value;
    },
    drop(token) {
      if (current?.value === token) current = null;
    },
  };
}

async function fetchToken(connection: Connection, options: MerchantClientOptions): Promise<AccessToken> {
  const { authUrl = options.baseUrl, clientId, clientSecret } = options;
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  });
  const request = {
    method: "POST",
    url: baseUrlFrom(authUrl) + TOKEN_PATH,
    path: TOKEN_PATH,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    signal: undefined,
  } as const;
  // The lifetime is counted from the request, so that a slow response does not prolong it.
  let requestedAt = 0;
  const response = await withRetries(connection, { isRepeatable: true, signal: undefined }, () => {
    requestedAt = connection.clock();
    return attempt(connection, request);
  });
  const { access_token: value, expires_in: seconds } = response.body as Record<string, unknown>;
  if (typeof value !== "string") {
    const failed = { method: "POST", path: TOKEN_PATH, requestId: response.headers.get("X-Request-Id") };
    throw new PaymentsConnectionError(failed, "the response has no access token");
  }
  requireTokenOf(connection, response.body as object);
  const lifetimeMs = typeof seconds === "number" ? seconds * 1000 : 0;
  return { value, renewAt: requestedAt + lifetimeMs - RENEWAL_MARGIN_MS };
}
