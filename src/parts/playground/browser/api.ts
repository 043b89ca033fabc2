// The service's API, as the shop and as the customer's wallet.
import { hearServerTimeOf } from "#pages/browser/kit/clock.ts";

export interface Credentials {
  client_id: string;
  client_secret: string;
}

/** Throws ApiFailure when the service refuses. */
export type Call = <Body>(method: string, path: string, json?: object) => Promise<Body>;

export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const TOKEN_PATH = "/realms/payment-platform/protocol/openid-connect/token";
/** Tokens last for 300 seconds. */
const TOKEN_KEPT_MS = 240_000;

/** Acts, without credentials, by the session of whoever has signed in. */
export function callerFor(credentials: Credentials | null): Call {
  let token: { value: Promise<string>; until: number } | null = null;
  const takeToken = (given: Credentials) => {
    if (token === null || performance.now() >= token.until)
      token = { value: fetchToken(given), until: performance.now() + TOKEN_KEPT_MS };
    return token.value;
  };
  return async (method, path, json) => {
    const headers = new Headers();
    if (credentials !== null) {
      const value = await takeToken(credentials).catch((error: unknown) => {
        token = null;
        throw error;
      });
      headers.set("Authorization", `Bearer ${value}`);
    }
    return await send(method, path, headers, json);
  };
}

export async function send<Body>(
  method: string,
  path: string,
  headers = new Headers(),
  json?: object,
): Promise<Body> {
  if (json !== undefined) headers.set("Content-Type", "application/json");
  const body = json === undefined ? null : JSON.stringify(json);
  return await read(await fetch(path, { method, headers, body }));
}

async function fetchToken({ client_id, client_secret }: Credentials): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const { access_token } = await read<{ access_token: string }>(
    await fetch(TOKEN_PATH, { method: "POST", body }),
  );
  return access_token;
}

async function read<Body>(response: Response): Promise<Body> {
  hearServerTimeOf(response);
  const body = await response.json();
  if (response.ok) return body;
  throw new ApiFailure(response.status, body.code ?? "failed");
}
