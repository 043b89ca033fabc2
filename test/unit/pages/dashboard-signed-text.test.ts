// The text that a webhook's signature covers, as the dashboard shows it.
import { expect, it } from "vitest";
import { signedText } from "../../../src/pages/browser/dashboard/signed-text.ts";

it("has the payload byte for byte, whatever else the response holds", () => {
  const payload = '{"type":"payment.completed","data":{"metadata":{ "b":1.0, "a":12345678901234567890 }}}';
  const response = `{"success":true,"delivery":{"id":"e","url":"x\\"payload","payload":${payload},"attempt_log":[]}}`;
  expect(signedText("e", "2026-11-22T12:00:01.999Z", response)).toBe(`e.1795348801.${payload}`);
});

it("is null without a payload", () => {
  expect(signedText("e", "2026-11-22T12:00:00Z", '{"success":true,"delivery":{"id":"e"}}')).toBeNull();
  expect(signedText("e", "2026-11-22T12:00:00Z", '{"success":true}')).toBeNull();
});
