import { iconsOf } from "#pages/browser/kit/icon.ts";

const PATHS = {
  home: "M4 11l8-7 8 7 M6 10v10h12V10 M10 20v-6h4v6",
  payments: "M3 7h18v10H3z M3 11h18 M7 15h3",
  totals: "M4 20V10 M10 20V4 M16 20v-7 M21 20H3",
  counters: "M5 3h14v11H5z M9 18h6 M12 14v4 M7 21h10",
  webhooks: "M4 12h7 M15 12h5 M11 8v8l4-4z M4 6h4 M4 18h4",
  ledger: "M5 3h14v18H5z M9 8h6 M9 12h6 M9 16h3",
  users:
    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M2 21c0-4 3-6 7-6s7 2 7 6 M16 3.5a4 4 0 0 1 0 7 M18 15.5c2.5.8 4 2.7 4 5.5",
  credentials: "M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M12 11h9 M17 11v4 M21 11v3",
  settings: "M4 7h10 M18 7h2 M4 17h2 M10 17h10 M16 5v4 M8 15v4",
  audit: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z M9 12l2 2 4-4",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z M16 16l5 5",
  plus: "M12 5v14 M5 12h14",
  menu: "M4 7h16 M4 12h16 M4 17h16",
  close: "M6 6l12 12 M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  copy: "M9 9h11v11H9z M5 15H4V4h11v1",
  download: "M12 4v11 M7 11l5 5 5-5 M4 20h16",
  refund: "M9 5L4 10l5 5 M4 10h10a6 6 0 0 1 0 12h-3",
  warning: "M12 4l9 16H3z M12 10v4 M12 17v.5",
  offline: "M3 3l18 18 M5 12a10 10 0 0 1 4-2.5 M19 12a10 10 0 0 0-5-2.8 M8.5 15.5a5 5 0 0 1 7 0 M12 19v.5",
  signOut: "M14 4h5v16h-5 M10 8l-4 4 4 4 M6 12h9",
  check: "M5 13l4 4L19 7",
} as const;

export type Icon = keyof typeof PATHS;

export const icon = iconsOf(PATHS);
