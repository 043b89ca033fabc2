// Reads our codes with a program that is not ours, as small as anyone may ask for them.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { qrPayload } from "#core/qr/payload.ts";
import { qrPng } from "#core/qr/png.ts";
import { skippedWithout } from "../support/installed.ts";

const { isSkipped, reason } = skippedWithout("zbarimg");

const INTENT = {
  id: "0199d3c0-7a11-7c3e-9a55-0123456789ab",
  amountMinor: 99_999_999_999,
  currency: "USD",
  merchantId: "0199d3c0-7a11-7c3e-9a55-ba9876543210",
};

const LETTERS = { Latin: "é", Cyrillic: "Ж", Arabic: "ق", Devanagari: "की", Chinese: "店" };

function readWithZbar(image: Uint8Array): string {
  const stdio: ["pipe", "pipe", "ignore"] = ["pipe", "pipe", "ignore"];
  const read = execFileSync("zbarimg", ["--quiet", "--raw", "-"], { input: image, stdio });
  return read.toString("utf8").trimEnd();
}

describe.skipIf(isSkipped)(`zbar${reason}`, () => {
  describe.each(Object.entries(LETTERS))("reads the code of a name in %s", (_script, letter) => {
    it.each([1, 20, 200])("of %i letters, at 221 pixels and at half of that", (count) => {
      const payload = qrPayload({ ...INTENT, merchantName: letter.repeat(count) });
      for (const minWidth of [221, 110]) expect(readWithZbar(qrPng(payload, { minWidth }))).toBe(payload);
    });
  });
});
