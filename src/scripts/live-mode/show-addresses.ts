import { LIVE_VARS } from "../dev-vars.ts";

interface Addresses {
  publicUrl: string;
  authUrl: string;
  ledgerUrl: string;
  stateDirectory: string;
  customer: { email: string; password: string };
  hasNewSecrets: boolean;
}

export function showAddresses(addresses: Addresses): void {
  const { publicUrl, authUrl, ledgerUrl, stateDirectory, customer, hasNewSecrets } = addresses;
  console.log(`
The service runs in live mode. "Local live mode" in .github/OPERATING.md takes and refunds a payment, and
.github/GO-LIVE.md goes on from step 4 with a till, a cash desk and a customer.
  Service:    ${publicUrl}, with people's pages at /dashboard, /pos, /desk and /wallet
  Keycloak:   ${authUrl}/admin, user "operator", password in ${stateDirectory}/keycloak/operator-password
  Ledger:     ${ledgerUrl}, the Worker that you would deploy; its log is ${stateDirectory}/ledger/ledger.log
  Customer:   ${customer.email}, password "${customer.password}", with 100 USD
  Mail:       its links appear here
  Secrets:    ${LIVE_VARS}${hasNewSecrets ? " (new)" : ""}, with the platform administrator's credentials
  Stop it:    press Ctrl+C; the data is kept in ${stateDirectory}
`);
}
