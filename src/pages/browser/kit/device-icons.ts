// The drawings that till and wallet share.
import { iconsOf } from "./icon.ts";

const PATHS = {
  plus: "M12 4v16M4 12h16",
  close: "M5 5l14 14M19 5L5 19",
  menu: "M4 7h16M4 12h16M4 17h16",
  list: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
  scan: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M7 12h10",
  code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2",
  good: "M5 12.5l5 5 9-11",
  wait: "M12 4v8l5 4",
  ended: "M6 12h12",
  back: "M15 5l-7 7 7 7",
  erase: "M9 5h11v14H9l-6-7zM12 9.5l5 5m0-5l-5 5",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
} as const;

export type IconName = keyof typeof PATHS;

export const icon = iconsOf(PATHS);
