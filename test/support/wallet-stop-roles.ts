import { MERCHANT_API, UNKNOWN_ID, WALLET_API } from "./paths.ts";
import { ADMIN_ONLY, at, CUSTOMER_ONLY, type Operation } from "./role-rows.ts";

const stopAt = (action: "stop" | "release"): Operation => ({
  row: ADMIN_ONLY,
  request: at(`${MERCHANT_API}/admin/wallets/${UNKNOWN_ID}/${action}`, { reason: "Phone stolen" }),
});

export const WALLET_STOPS: Record<string, Operation> = {
  "POST /merchant/api/v1/admin/wallets/:walletID/stop": stopAt("stop"),
  "POST /merchant/api/v1/admin/wallets/:walletID/release": stopAt("release"),
  "POST /wallet/api/v1/sessions/stop": {
    // Both customers have the same wallet, which the first has stopped by then.
    row: { ...CUSTOMER_ONLY, "customer with a merchant": 403 },
    request: at(`${WALLET_API}/sessions/stop`, {}),
  },
};
