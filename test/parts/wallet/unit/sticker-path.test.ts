import { describe, expect, it } from "vitest";
import { readStickerPath } from "#parts/wallet/browser/payment-code.ts";

const ORIGIN = "https://payments.test";
const PATH = "/s/0192f0c4-8a71-7cde-b3a5-5f1d2c3b4a69";

describe("what the wallet scans", () => {
  it("is a sticker of this service, by its whole address or its path", () => {
    const link = ORIGIN + PATH;
    for (const text of [link, PATH, ` ${link}\n`, `${link}?sheet`, `${link}#pay`])
      expect(readStickerPath(text, ORIGIN)).toBe(PATH);
  });

  it.each([
    `https://other.test${PATH}`,
    `https://payments.test.other.test${PATH}`,
    `//other.test${PATH}`,
    `${ORIGIN}${PATH}/../../sandbox`,
    `javascript:alert(1)//${PATH}`,
    ORIGIN,
    "0192f0c4-8a71-7cde-b3a5-5f1d2c3b4a69",
  ])("is none: %s", (text) => expect(readStickerPath(text, ORIGIN)).toBe(null));
});
