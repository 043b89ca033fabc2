// What `npm run test:ledger` takes.
import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

const URL = "https://ledger.test";
const TOKEN = "--token=t";
const ACCOUNTS = ["--account-with-money=w", "--merchant-account=m"];

describe("the arguments of npm run test:ledger", () => {
  it("are the ledger, its token and two accounts", () => {
    expect(readArguments([URL, ...ACCOUNTS], { LEDGER_TOKEN: "secret" })).toEqual({
      url: URL,
      isFormance: false,
      token: "secret",
      currency: "USD",
      given: { wallet: "w", merchant: "m" },
      reports: null,
      waitMs: 60_000,
    });
  });

  it("may be none: then the embedded ledger is started", () => {
    expect(readArguments([], {})).toMatchObject({ url: null, given: null });
  });

  it("may name where reports arrive, and have the ledger open its accounts", () => {
    const reports = ["--reports-port=8790", "--reports-secret=whsec_c2VjcmV0"];
    expect(readArguments([URL, TOKEN, "--open-accounts", ...reports], {})).toMatchObject({
      given: null,
      reports: { host: "127.0.0.1", port: 8790, secret: "whsec_c2VjcmV0" },
    });
  });

  it("may be a ledger of Formance's, whose accounts need not be given", () => {
    const args = readArguments(["--formance", `${URL}/v2/test`, TOKEN], {});
    expect(args).toMatchObject({ url: `${URL}/v2/test`, isFormance: true, given: null });
  });

  it.each([
    ["a Formance without its ledger's name", ["--formance", URL, TOKEN], /^--formance needs a URL/],
    ["no token", [URL, ...ACCOUNTS], /^Give the ledger's token/],
    ["no accounts", [URL, TOKEN], /^Give --account-with-money/],
    ["one account", [URL, TOKEN, "--merchant-account=m"], /^Give --account-with-money/],
    ["no URL", ["ledger", TOKEN, ...ACCOUNTS], /^There is one URL/],
    ["two URLs", [URL, URL, TOKEN, ...ACCOUNTS], /^There is one URL/],
    ["an unknown option", [URL, "--money"], /--money/],
    ["an unknown currency", [URL, TOKEN, ...ACCOUNTS, "--currency=???"], /^--currency/],
    ["no time", [URL, TOKEN, ...ACCOUNTS, "--wait-seconds=0"], /^--wait-seconds/],
    ["reports on no port", [URL, TOKEN, ...ACCOUNTS, "--reports-port=x"], /^--reports-port/],
    ["reports without a secret", [URL, TOKEN, ...ACCOUNTS, "--reports-port=1"], /^Give the secret/],
  ])("are refused with %s", (_, args, message) => {
    expect(() => readArguments(args, {})).toThrow(message);
  });
});
