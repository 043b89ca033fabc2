// Somebody who can pay: a wallet in the ledger, and its owner at Keycloak. Live mode has no sandbox that makes them.
import type { KeycloakOperator } from "../keycloak/operator.ts";

const WALLET = {
  account_id: "b4d0a6f2-7c1e-4d59-8f3a-2e6c9a1b5d70",
  currency: "USD",
  opening_balance: "100.00",
};

/** A password for this machine only. */
export const CUSTOMER = { email: "customer@example.com", password: "pay with a local wallet" };

/** Found again after a restart, with what is left of the money. */
export async function ensureCustomer(
  operator: KeycloakOperator,
  ledger: { url: string; token: string },
): Promise<void> {
  const response = await fetch(`${ledger.url}/v1/accounts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ledger.token}`, "Content-Type": "application/json" },
    body: JSON.stringify(WALLET),
  });
  if (!response.ok) throw new Error(`no wallet: ${response.status} ${await response.text()}`);
  const { email, password } = CUSTOMER;
  if (!(await operator.hasUser(email)))
    await operator.addUser(email, password, "customer", { wallet_id: [WALLET.account_id] });
}
