import { isLoopback } from "#core/lib/loopback.ts";

/** The hosts of Chrome's, Chromium's, Firefox's, Safari's and Edge's. Their subdomains count as well. */
export const PUSH_SERVICES: readonly string[] = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

/** Nothing is pushed anywhere else: a subscription is whatever a stranger says it is. */
export function isAtPushService(
  endpoint: string,
  services: readonly string[],
  allowPrivate: boolean,
): boolean {
  if (allowPrivate && isLoopback(endpoint)) return true;
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== "https:" || url.port !== "") return false;
  return services.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
