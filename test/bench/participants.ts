// The merchants and the wallet of the benchmark, registered through the service's API.
import { fetchToken } from "../../src/scripts/fetch-token.ts";

const TOKEN_LIFETIME_MS = 200_000;

export interface Credentials {
  client_id: string;
  client_secret: string;
}

export interface Participant {
  /** The id of the merchant or of the wallet. */
  id: string;
  credentials: Credentials;
  /** Kept while it is fresh. Every server of a run accepts it, because they share their keys. */
  getToken(): Promise<string>;
}

/** Where tokens come from and where participants are registered: the server that currently runs. */
export class Registry {
  #url = "";

  moveTo(url: string): void {
    this.#url = url;
  }

  participant(id: string, credentials: Credentials): Participant {
    let cached = { token: "", until: 0 };
    return {
      id,
      credentials,
      getToken: async () => {
        if (Date.now() < cached.until) return cached.token;
        cached = { token: await fetchToken(this.#url, credentials), until: Date.now() + TOKEN_LIFETIME_MS };
        return cached.token;
      },
    };
  }

  async register(admin: Participant, name: string): Promise<Participant> {
    const body = { email: `${name}@example.com`, business_name: "Bench & Sons" };
    const registered = await this.post<Credentials & { merchant_id: string }>(
      admin,
      "/merchant/api/v1/register",
      body,
    );
    return this.participant(registered.merchant_id, registered);
  }

  async openWallet(shop: Participant, balance: number): Promise<Participant> {
    const body = { currency: "USD", balance };
    const opened = await this.post<Credentials & { wallet_id: string }>(shop, "/sandbox/v1/wallets", body);
    return this.participant(opened.wallet_id, opened);
  }

  async post<Body>(caller: Participant, path: string, body?: object): Promise<Body> {
    return (await (await this.#send("POST", caller, path, body)).json()) as Body;
  }

  async put(caller: Participant, path: string, body: object): Promise<void> {
    await this.#send("PUT", caller, path, body);
  }

  async etagOf(caller: Participant, path: string): Promise<string> {
    return (await this.#send("GET", caller, path)).headers.get("etag") ?? "";
  }

  async #send(method: string, caller: Participant, path: string, body?: object): Promise<Response> {
    const headers = {
      authorization: `Bearer ${await caller.getToken()}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.#url + path, { method, headers, ...json });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
