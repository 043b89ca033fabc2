const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SIGNED_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Returns what a customer's wallet shows as its code: a scan token, or the wallet's id. Returns null for any other text. */
export function readCustomerCode(text: string): string | null {
  const code = text.trim();
  return UUID.test(code) || SIGNED_TOKEN.test(code) ? code : null;
}

/** Only a scan token, which a wallet shows to whoever is before it. */
function readScanToken(text: string): string | null {
  const code = text.trim();
  return SIGNED_TOKEN.test(code) ? code : null;
}

/** Cash desks read these. Merchants know wallet ids, and nobody is paid out who is not there. */
export const CODE_READERS = { top_up: readCustomerCode, pay_out: readScanToken };
