// Processor time of workerd for one request, in microseconds, with all that follows the response: what
// `npm run bench -- --check` compares with. Measured on two cores of the machine that CI runs on; a slower machine needs
// other numbers.

/** Within this share of its budget a route is left alone. */
export const TOLERANCE = 0.05;

/** A read of one of 5,000 intents may cost this many times what a read of one of 50 does. */
export const ROTATION_FACTOR_MAX = 1.3;

export const BUDGETS_MICROSECONDS: Record<string, number> = {
  preflight: 110,
  token: 2300,
  create: 1200,
  "create-keyed": 1250,
  "read-50": 290,
  read: 290,
  "read-public-50": 310,
  "read-public": 310,
  list: 1700,
  "list-pending": 4600,
  "list-pending-newest": 1500,
  transactions: 1550,
  confirm: 7800,
  "confirm-webhook": 10500,
  cancel: 3700,
  refund: 12500,
};
