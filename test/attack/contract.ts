/** The tests that also run against a process: they ask over HTTP, and see no more of the service than its rows. Those that do are skipped. */
export const CONTRACT = [
  "test/contract/{auth,roles,isolation,openapi-refusals}.test.ts",
  "test/http/protocol/{cors,natural-mistakes}.test.ts",
  "test/http/payment-intents/{concurrency,list-payment-intents-refused-filters}.test.ts",
  "test/http/payment-intents/create-payment-intent-{amounts,fields,metadata}.test.ts",
  "test/http/sandbox/sandbox.test.ts",
  "test/http/merchants/{lost-roles,merchant-closure,revoke-access,stopped-access,suspended-merchant}.test.ts",
  "test/http/counters/till-makers.test.ts",
  "test/http/wallet/approvals.test.ts",
  "test/http/webhooks/webhook-settings.test.ts",
];
