import { expect, it } from "vitest";
import { isAtPushService, PUSH_SERVICES } from "#parts/push/lib/push-services.ts";

it.each([
  ["https://fcm.googleapis.com/fcm/send/1", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/1", true],
  ["https://web.push.apple.com/1", true],
  ["https://wns2-par02p.notify.windows.com/w/?token=1", true],
  ["http://fcm.googleapis.com/1", false],
  ["https://fcm.googleapis.com:8443/1", false],
  ["https://evilfcm.googleapis.com/1", false],
  ["https://fcm.googleapis.com.evil.test/1", false],
  ["https://127.0.0.1/1", false],
  ["http://localhost:8080/1", false],
])("the address %s is a push service's: %s", (endpoint, isKnown) => {
  expect(isAtPushService(endpoint, PUSH_SERVICES, false)).toBe(isKnown);
});
