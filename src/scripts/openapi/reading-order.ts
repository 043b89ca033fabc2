// The order of the document's paths: parts mount their routers after the core's, and readers look for an operation beside its kind.

const under = (base: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${base}/${name}`);

/** How paths begin. */
const READING_ORDER = [
  ...under("", "realms health metrics"),
  ...under(
    "/merchant/api/v1",
    `register merchants admin/merchants admin/payment-intents payment-intents scan-payment counters
     transactions totals payments.csv go-live credentials users settings webhook events audit-trail
     admin/audit-trail admin/reconciliation admin/adjustments admin/movements admin/float
     admin/deployment admin/master-keys admin/desks admin/wallets public`,
  ),
  ...under(
    "/wallet/api/v1",
    `payment-intents approvals wallet scan-token transactions live pay-outs export erase sessions
     name blocked-merchants push`,
  ),
  ...under("", "desk internal sandbox"),
];

/** A path that no beginning fits follows all others. */
export function placeInDocument(path: string): number {
  const place = READING_ORDER.findIndex((beginning) => path.startsWith(beginning));
  return place < 0 ? READING_ORDER.length : place;
}
