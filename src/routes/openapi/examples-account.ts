// Examples of what a merchant's dashboard manages.
export const SETTINGS = { time_zone: "Europe/Berlin" };
export const USER = {
  id: "0d9c3a57-6c2e-4f1b-9a84-2b7e5d1c8f36",
  email: "ada@bean-and-leaf.example",
  role: "staff",
  is_enabled: true,
  created_at: "2026-09-01T08:30:00.000Z",
};
