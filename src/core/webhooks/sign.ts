import { utf8 } from "#core/lib/utf8.ts";
import {
  ID_HEADER,
  importSecret,
  SECRET_PREFIX,
  SIGNATURE_HEADER,
  SIGNATURE_PREFIX,
  signedContent,
  TIMESTAMP_HEADER,
} from "#sdk/signature.ts";

export interface SignedHeaders {
  [ID_HEADER]: string;
  [TIMESTAMP_HEADER]: string;
  [SIGNATURE_HEADER]: string;
}

/** `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

/**
 * One signature for each secret, so that an endpoint may hold either during a rotation. `sentAt` is the time of
 * this attempt: every attempt has the same id and a timestamp of its own.
 */
export async function signWebhook(
  secrets: readonly string[],
  id: string,
  sentAt: number,
  body: string,
): Promise<SignedHeaders> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const content = signedContent(id, timestamp, utf8(body));
  const signatures = await Promise.all(secrets.map((secret) => sign(secret, content)));
  return { [ID_HEADER]: id, [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signatures.join(" ") };
}

async function sign(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await importSecret(secret, "sign"), content);
  return SIGNATURE_PREFIX + new Uint8Array(mac).toBase64();
}
