import { readList, readText } from "#core/lib/variables.ts";
import { PUSH_SERVICES } from "./lib/push-services.ts";

const HOST_NAME = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/;

interface PushConfig {
  publicKey: string;
  privateKey: string;
  subject: string;
  services: readonly string[];
}

/** All three or none. */
function readPush(env: Env): PushConfig | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  if (!publicKey && !privateKey && !subject) return null;
  return {
    publicKey: readText("VAPID_PUBLIC_KEY", publicKey, /^B[\w-]{86}$/, "must be 65 bytes in base64url"),
    privateKey: readText("VAPID_PRIVATE_KEY", privateKey, /^[\w-]{43}$/, "must be 32 bytes in base64url"),
    subject: readText("VAPID_SUBJECT", subject, /^(mailto:.+@|https:\/\/)\S+$/, "must be mailto: or https:"),
    services: env.PUSH_SERVICES
      ? readList("PUSH_SERVICES", env.PUSH_SERVICES, HOST_NAME, "must be host names, separated by commas")
      : PUSH_SERVICES,
  };
}

export const config = { push: readPush };

declare global {
  interface PartConfig {
    /** It is null where nothing is pushed. */
    push: PushConfig | null;
  }
}
