// Examples of what a merchant's dashboard manages.
export const SETTINGS = { time_zone: "Europe/Berlin" };
export const USER = {
  id: "0d9c3a57-6c2e-4f1b-9a84-2b7e5d1c8f36",
  email: "ada@bean-and-leaf.example",
  role: "staff",
  is_enabled: true,
  created_at: "2026-09-01T08:30:00.000Z",
};

const SUMS = {
  currency: "EUR",
  paid: { count: 12, amount_minor: 15000, amount_decimal: "150.00" },
  refunded: { count: 1, amount_minor: 1250, amount_decimal: "12.50" },
  net: { amount_minor: 13750, amount_decimal: "137.50" },
};
export const TOTALS = {
  from: "2026-09-01",
  to: "2026-09-01",
  time_zone: SETTINGS.time_zone,
  totals: [SUMS],
  counters: [{ counter_id: null, ...SUMS }],
};
