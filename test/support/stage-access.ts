// What a stranger tries with the sandbox's wallets and stage.
import { SANDBOX_API } from "./factories.ts";
import { expectOwnOnly, victim } from "./isolation.ts";

const own = () => ({ merchant_id: victim.merchant.id });

export const STAGE_CHECKS: Record<string, () => Promise<void>> = {
  "POST /sandbox/v1/wallets": () =>
    expectOwnOnly(["POST", `${SANDBOX_API}/wallets`, { balance: 1, wallet_id: victim.wallet.id }]),
  "GET /sandbox/v1/wallet-events": () =>
    expectOwnOnly(["GET", `${SANDBOX_API}/wallet-events?wallet_id=${victim.wallet.id}`]),
  "GET /sandbox/v1/inbox": () =>
    expectOwnOnly(
      ["GET", `${SANDBOX_API}/inbox`],
      ["GET", `${SANDBOX_API}/inbox?merchant_id=${victim.merchant.id}`],
    ),
  "GET /sandbox/v1/faults": () =>
    expectOwnOnly(["GET", `${SANDBOX_API}/faults?merchant_id=${victim.merchant.id}`]),
  "PUT /sandbox/v1/faults": () => expectOwnOnly(["PUT", `${SANDBOX_API}/faults`, { faults: [], ...own() }]),
  "POST /sandbox/v1/clock": () => expectOwnOnly(["POST", `${SANDBOX_API}/clock`, { minutes: 600, ...own() }]),
};
