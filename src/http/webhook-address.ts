import { webhookAddressFault } from "../webhooks/address.ts";
import { invalid } from "./errors.ts";

/** Throws a 400 that names the field when webhooks cannot be sent there. */
export function checkWebhookAddress(
  field: string,
  address: string | null | undefined,
  options: { allowPrivate: boolean },
): void {
  if (address === null || address === undefined) return;
  const message = webhookAddressFault(address, options);
  if (message !== null) throw invalid([{ field, message }]);
}
