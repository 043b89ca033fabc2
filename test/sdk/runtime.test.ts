// What the client says of what runs it, and to a runtime that is too old.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import manifest from "#sdk/package.json" with { type: "json" };
import { INTENT_ID, intentResponse, startScript } from "./support/scripted-service.ts";

const PACKAGE = `merchant-payments-client/${manifest.version}`;

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** It looks at the runtime once, when it is loaded. */
async function clientIn(globals: Record<string, unknown>) {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return await import("#sdk/index.ts");
}

it.each([
  ["Node.js/20", { navigator: undefined, process: { versions: { node: "20.3.1" } } }],
  ["Node.js/22", { navigator: { userAgent: "Node.js/22" }, process: { versions: { node: "22.1.0" } } }],
  ["Cloudflare-Workers", { navigator: { userAgent: "Cloudflare-Workers" }, process: undefined }],
  ["Deno/2.9.6", { navigator: { userAgent: "Deno/2.9.6" }, process: { versions: { node: "24.0.0" } } }],
])("is named in each request from %s", async (runtime, globals) => {
  const { createMerchantClient } = await clientIn(globals);
  const service = startScript(intentResponse());
  await createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
  const agents = [...service.tokenRequests, ...service.sent].map(({ headers }) => headers["user-agent"]);
  expect(agents).toEqual(Array(2).fill(`${PACKAGE} (${runtime})`));
});

it.each([
  ["a browser", { navigator: { userAgent: "Mozilla/5.0 (X11)" }, process: undefined }],
  ["what does not say what it is", { navigator: undefined, process: undefined }],
])("is not named in %s, which may have to ask whether it may", async (_, globals) => {
  const { createPublicClient } = await clientIn(globals);
  const service = startScript(intentResponse());
  await createPublicClient(service.options).getPaymentIntent(INTENT_ID);
  expect(service.sent.map(({ headers }) => headers)).toEqual([{}]);
});

it.each([
  ["18.20.8", { crypto: undefined }],
  ["20.2.0", { AbortSignal: { timeout: () => {} } }],
])("says in one sentence that Node %s is too old", async (node, missing) => {
  const { createMerchantClient, createPublicClient, verifyWebhook } = await clientIn({
    ...{ navigator: undefined, process: { versions: { node } } },
    ...missing,
  });
  const { options } = startScript();
  const message = `merchant-payments-client needs Node 20.3 or later, and this is ${node}`;
  expect(() => createMerchantClient(options)).toThrow(new Error(message));
  expect(() => createPublicClient(options)).toThrow(new Error(message));
  await expect(verifyWebhook("{}", {}, "whsec_AAAA")).rejects.toThrow(new Error(message));
});
