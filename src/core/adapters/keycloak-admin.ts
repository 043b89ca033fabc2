import * as z from "zod/mini";
import type { ClientCredentials } from "#core/config.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { issuerUrl, REALM, tokenUrl } from "#core/domain/identity-provider/realm.ts";
import { type Fetch, fetchJson, type JsonResponse } from "#core/lib/fetch-json.ts";

const TIMEOUT_MS = 5_000;
const REFRESH_MARGIN_MS = 30_000;
const REASON_LENGTH_MAX = 200;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

export interface AdminApiOptions {
  fetch: Fetch;
  baseUrl: string;
  admin: ClientCredentials;
}

/** `path` is below the realm. Throws DependencyError for any status but the expected ones. */
export type AdminApi = (
  method: string,
  path: string,
  statuses: readonly number[],
  body?: object,
) => Promise<JsonResponse>;

export function createAdminApi({ fetch, baseUrl, admin }: AdminApiOptions): AdminApi {
  const adminUrl = `${baseUrl}/admin/realms/${REALM}`;
  const tokenEndpoint = tokenUrl(issuerUrl(baseUrl));
  let cached = { token: "", refreshAt: 0 };

  async function readToken(): Promise<string> {
    if (Date.now() < cached.refreshAt) return cached.token;
    const form = {
      grant_type: "client_credentials",
      client_id: admin.clientId,
      client_secret: admin.clientSecret,
    };
    const init = { method: "POST", body: new URLSearchParams(form) };
    const response = await call(fetch, tokenEndpoint, init, [200]);
    const { access_token, expires_in } = parseBody(tokenSchema, response.body);
    cached = { token: access_token, refreshAt: Date.now() + expires_in * 1000 - REFRESH_MARGIN_MS };
    return access_token;
  }

  return async (method, path, statuses, body) => {
    const attempt = async () => {
      const headers = new Headers({ Authorization: `Bearer ${await readToken()}` });
      if (body) headers.set("Content-Type", "application/json");
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await call(fetch, adminUrl + path, init, [...statuses, 401]);
      if (response.status !== 401) return response;
      cached = { token: "", refreshAt: 0 };
      return null;
    };
    // After a change of keys a token is refused before it expires. Whatever is refused has changed nothing.
    const response = (await attempt()) ?? (await attempt());
    if (response === null) throw fault("the administrator's token is refused");
    return response;
  };
}

/** Throws DependencyError without a response, and for any status but the expected ones. */
async function call(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  statuses: readonly number[],
): Promise<JsonResponse> {
  // The query is left out: it may hold an email address.
  const { origin, pathname } = new URL(url);
  const name = `${init.method} ${origin}${pathname}`;
  const response = await fetchJson(fetch, url, init, { timeoutMs: TIMEOUT_MS }).catch((error: unknown) => {
    throw fault(`${name}: no response`, error);
  });
  if (statuses.includes(response.status)) return response;
  throw refusal(name, response);
}

/** Says what Keycloak says is wrong: its codes and texts, without what it was sent. */
export function refusal(call: string, { status, body }: JsonResponse): DependencyError {
  const { error, error_description, errorMessage } = z.looseObject({}).safeParse(body).data ?? {};
  const reasons = [error, error_description, errorMessage].filter(
    (reason) => typeof reason === "string" && reason.length <= REASON_LENGTH_MAX,
  );
  return fault([`${call}: ${status}`, ...reasons].join(", "));
}

/** Throws DependencyError. */
export function parseBody<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw fault("the response is not as expected");
  return parsed.data;
}

export function fault(message: string, cause?: unknown): DependencyError {
  return new DependencyError("identity_provider", `identity provider: ${message}`, { cause });
}
