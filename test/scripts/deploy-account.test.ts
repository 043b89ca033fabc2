// What `npm run deploy` understands of wrangler itself, at an API that is played. Runs in Node.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Account } from "#scripts/deploy/account.ts";
import { runWrangler } from "#scripts/wrangler.ts";
import { startCloudflareApi } from "./cloudflare-api.ts";

let api: Awaited<ReturnType<typeof startCloudflareApi>>;
beforeAll(async () => {
  api = await startCloudflareApi();
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", api.url);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "token");
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "account");
});
afterAll(() => {
  vi.unstubAllEnvs();
  api.close();
});

it("finds through wrangler what it has created through wrangler", async () => {
  const account = new Account(runWrangler, { environment: "live" });
  expect(await account.find()).toEqual({ databases: [], queues: [], secrets: [] });

  await account.createDatabase("merchant-payments-live", { variable: "JURISDICTION", value: "eu" });
  await account.createDatabase("merchant-payments-ledger", { variable: "LOCATION", value: "weur" });
  for (const name of ["webhooks-live", "webhook-retries-live"]) await account.createQueue(name, null);
  await account.createQueue("webhooks-dead-live", "eu");
  await account.putSecrets({ MASTER_KEY: "a", LEDGER_TOKEN: "b" });

  expect(await account.find()).toEqual({
    databases: [
      { name: "merchant-payments-live", uuid: expect.any(String), jurisdiction: "eu" },
      { name: "merchant-payments-ledger", uuid: expect.any(String), jurisdiction: null },
    ],
    queues: ["webhooks-live", "webhook-retries-live", "webhooks-dead-live"],
    secrets: ["MASTER_KEY", "LEDGER_TOKEN"],
  });
  expect(api.places).toEqual(["eu", "weur", undefined, undefined, "eu"]);
  // The retries of wallet events alone go on for more than the four days that are the default.
  expect(api.retentions).toEqual([1_209_600, 1_209_600, 1_209_600]);
});
