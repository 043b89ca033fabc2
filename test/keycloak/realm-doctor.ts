// What `npm run doctor` says of the realm.

import { lineOf } from "#scripts/doctor/diagnose.ts";
import { checkRealm } from "#scripts/doctor/realm.ts";
import type { RunStep } from "./play.ts";
import { type Credentials, demand } from "./requests.ts";
import type { TestOperator } from "./test-operator.ts";

interface Addresses {
  authUrl: string;
  adminUrl: string;
  serviceUrl: string;
}

export async function playDoctor(
  step: RunStep,
  operator: TestOperator,
  { authUrl, adminUrl, serviceUrl }: Addresses,
  service: Credentials,
): Promise<void> {
  const demandFaults = async (expected: string[]) => {
    const variables = {
      ...{ AUTH_URL: authUrl, AUTH_ADMIN_URL: adminUrl, PUBLIC_URL: serviceUrl },
      ...{ AUTH_ADMIN_CLIENT_ID: service.client_id, AUTH_ADMIN_CLIENT_SECRET: service.client_secret },
    };
    const { findings } = await checkRealm({ environment: "sandbox", url: serviceUrl, variables });
    const found = findings.filter(({ result }) => result !== "ok");
    demand(found.map(({ name }) => name).join() === expected.join(), found.map(lineOf).join("\n"));
  };
  await step("the doctor finds nothing wrong with the realm", () => demandFaults([]));
  await step("it notices that merchant_id is not declared any more", async () => {
    const declareAgain = await operator.undeclare("merchant_id");
    await demandFaults(["realm.profile", "realm.attributes-kept", "realm.dashboard-token"]);
    await declareAgain();
  });
}
