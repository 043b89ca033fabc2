// Processor time of workerd for one request, in microseconds, with all that follows the response: what
// `npm run bench -- --check` compares with. Measured on two cores of the machine that CI runs on; a slower machine needs
// other numbers.

/** Within this share of its budget a route is left alone. */
export const TOLERANCE = 0.05;

/** A read of one of 5,000 intents may cost this many times what a read of one of 50 does. */
export const ROTATION_FACTOR_MAX = 1.3;

export const BUDGETS_MICROSECONDS: Record<string, number> = {};
