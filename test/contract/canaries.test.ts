// No planted secret may appear in a log line, in any response except the one that shows it, or as plain text in D1.

import { beforeAll, describe, expect, it } from "vitest";
import { CALLBACK_TOKEN, METADATA, playEverything, responses, webhooks } from "../support/canaries.ts";
import { watchedLines as lines, secrets } from "../support/log-watch.ts";
import { sharedRows } from "../support/rows.ts";
import { columnsWith } from "../support/stored-texts.ts";

let scanToken: string;

beforeAll(async () => {
  scanToken = await playEverything();
});

function found(text: string, ...others: string[]): string[] {
  return [...secrets, ...others].filter((secret) => text.includes(secret));
}

describe("the planted secrets", () => {
  it("are many, and so are the log lines, responses and webhooks searched for them", () => {
    expect(secrets.size).toBeGreaterThan(25);
    expect(lines.filter((line) => line.includes('"level":"error"')).length).toBeGreaterThan(20);
    expect(lines.some((line) => line.includes("webhook_attempt"))).toBe(true);
    expect(responses.length).toBeGreaterThan(100);
    expect(webhooks.length).toBeGreaterThan(4);
    expect(responses.some(({ text }) => text.includes(METADATA))).toBe(true);
    expect(webhooks.every(({ body }) => body.includes(METADATA))).toBe(true);
  });
});

describe("the log", () => {
  it("contains no secret, metadata or scan token", () => {
    for (const line of lines) expect(found(line, METADATA, scanToken), line.slice(0, 300)).toEqual([]);
  });

  it("contains no query of a callback_url", () => {
    for (const line of lines) expect(found(line, CALLBACK_TOKEN)).toEqual([]);
  });

  it("contains no SQL statement with its parameters, and no signature", () => {
    for (const line of lines)
      expect(line).not.toMatch(/Failed query|\bparams\b|v1,[A-Za-z0-9+/]{40}|Bearer ey/);
  });

  it("is one line of JSON per event", () => {
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event: expect.stringMatching(/./) });
  });
});

describe("responses", () => {
  it("show a secret only once, when it is created", () => {
    for (const { request, text } of responses) expect(found(text), request).toEqual([]);
  });

  it("show metadata and callback_url only to the merchant", () => {
    for (const { request, text, isMerchants } of responses) {
      const isPublic = request.includes("/public/");
      if (isMerchants && !isPublic) continue;
      expect(found(text, METADATA, CALLBACK_TOKEN), request).toEqual([]);
    }
  });
});

describe("webhooks", () => {
  it("carry no secret in the body or headers", () => {
    for (const { body, headers } of webhooks) expect(found(body + JSON.stringify(headers))).toEqual([]);
  });
});

describe("D1", () => {
  it("stores no secret as plain text in any column of any table", async () => {
    expect(await columnsWith([...secrets])).toEqual([]);
  });

  it("stores metadata only with the intent and its webhooks", async () => {
    // The receivers of this test echo what they are sent, and a merchant can see its receiver's responses.
    const expected = ["events.attempt_log", "events.payload", "payment_intents.metadata_json"];
    expect(await columnsWith([METADATA])).toEqual(expected);
  });

  it("stores the signing key sealed", async () => {
    const results = await sharedRows.all<{
      sealed: string;
    }>("SELECT private_jwk AS sealed FROM idp_keys");
    expect(results.length).toBeGreaterThan(0);
    for (const { sealed } of results) expect(sealed).not.toMatch(/"d"|"kty"/);
  });
});
