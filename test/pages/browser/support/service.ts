// The built service behind wrangler's own server, with a database of its own.
import { createTestHarness } from "wrangler";
import { startRelay } from "./relay.ts";

export const ADMIN = { client_id: "platform-admin", client_secret: "test-admin-secret" };

const SECRETS = {
  MASTER_KEY: "dGVzdC1tYXN0ZXIta2V5LW9mLTMyLWJ5dGVzLWxvbmc=",
  IDEMPOTENCY_KEY_SECRET: "dGVzdC1pZGVtcG90ZW5jeS1rZXktc2VjcmV0LTMyISE=",
  WALLET_ID_SECRET: "dGVzdC13YWxsZXQtaWQtc2VjcmV0LTMyLWJ5dGVzISE=",
  ADMIN_CLIENT_ID: ADMIN.client_id,
  ADMIN_CLIENT_SECRET: ADMIN.client_secret,
  AUTH_ADMIN_CLIENT_ID: "",
  AUTH_ADMIN_CLIENT_SECRET: "",
  LEDGER_TOKEN: "test-ledger-token",
  LEDGER_EVENTS_SECRET: "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=",
};
/** The build step makes no secrets and no tables here, and the server asks nothing of the network. */
const ENVIRONMENT = {
  IS_PREPARED: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_LOG: "warn",
};

export interface Service {
  url: string;
  close(): Promise<void>;
}

export async function startService(): Promise<Service> {
  Object.assign(process.env, ENVIRONMENT);
  const relay = await startRelay();
  const url = `http://localhost:${relay.port}`;
  const vars = { PUBLIC_URL: url, RATE_LIMITS: "off", WEBHOOK_ALLOW_PRIVATE: "true" };
  const server = createTestHarness({ workers: [{ configPath: "wrangler.toml", secrets: SECRETS, vars }] });
  const { url: address } = await server.listen();
  relay.passTo(Number(address.port));
  await server.getWorker().applyD1Migrations("DB");
  return {
    url,
    close: async () => {
      relay.close();
      await server.close();
    },
  };
}
