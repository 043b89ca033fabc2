// A merchant as it is registered, with an account at the identity provider.

import { registerMerchant } from "../../src/services/merchants/merchants.ts";
import { readStoredUser, uniqueEmail } from "./identity-provider-users.ts";
import { CAUSE } from "./objects.ts";
import { healthy } from "./provider-faults.ts";
import { okValue } from "./result.ts";
import { sharedRows } from "./rows.ts";
import { openUser } from "./sessions.ts";

/** At the identity provider. */
export async function isClientEnabled(clientId: string): Promise<boolean> {
  return (await sharedRows.value("SELECT enabled FROM idp_clients WHERE client_id = ?", clientId)) === 1;
}

/** Its user has a session. */
export async function registeredMerchant() {
  const email = uniqueEmail();
  const registration = await registerMerchant(healthy, CAUSE, { email, businessName: "Bean & Leaf" });
  const { merchantId, clientId } = okValue(registration);
  const userId = String((await readStoredUser(email)).id);
  const { session } = await openUser(merchantId, userId);
  return { merchantId, clientId, email, userId, sessionId: session.id };
}
