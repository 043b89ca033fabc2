import { describe, expect, it } from "vitest";
import { asciiEmail, readableEmail } from "#core/lib/email.ts";
import { Email } from "#core/wire/merchants/requests.ts";

const INTERNATIONAL = [
  ["info@müller-bäckerei.de", "info@xn--mller-bckerei-hfb76a.de"],
  ["Info@пример.рф", "Info@xn--e1afmkfd.xn--p1ai"],
  ["店@例え.jp", "店@xn--r8jz45g.jp"],
] as const;

describe("an address whose domain is not ASCII", () => {
  it.each(INTERNATIONAL)("%s is mailed to %s", (readable, ascii) => {
    expect([asciiEmail(readable), readableEmail(ascii)]).toEqual([ascii, readable]);
    expect([asciiEmail(ascii), readableEmail(readable)]).toEqual([ascii, readable]);
  });

  it.each(["", "a", "a@", "a@Shop.test", "a@b.test,c@d.test", "é@shop.test"])("leaves %j alone", (email) => {
    expect([asciiEmail(email), readableEmail(email)]).toEqual([email, email]);
  });
});

describe("an email in a request", () => {
  it.each([
    ["info@müller-bäckerei.de", "info@müller-bäckerei.de"],
    ["info@xn--mller-bckerei-hfb76a.de", "info@müller-bäckerei.de"],
    ["info@MÜLLER.de", "info@müller.de"],
    ["Owner@Shop.test", "Owner@Shop.test"],
  ])("may be %s, and is %s", (email, expected) => {
    expect(Email.safeParse(email)).toEqual({ success: true, data: expected });
  });

  it.each([
    "é@shop.test",
    "a@mü ller.de",
    "a@müller",
    "a@ü..de",
    "a@müller.de/x",
    "a@%6düller.de",
    "a@ü@b.de",
  ])("is refused as %s", (email) => {
    expect(Email.safeParse(email).success).toBe(false);
  });

  it("has at most 254 bytes, as it is mailed", () => {
    const label = "ü".repeat(45);
    const emailOf = (labels: number) => `a@${`${label}.`.repeat(labels)}de`;
    expect(emailOf(5).length).toBeLessThan(254);
    expect([1, 5].map((labels) => Email.safeParse(emailOf(labels)).success)).toEqual([true, false]);
  });
});
