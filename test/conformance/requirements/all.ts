// They are in the order in which they are checked: the later ones assume what the earlier ones have shown.
import type { Requirement } from "../requirement.ts";
import { AMOUNTS } from "./amounts.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { DECLINES } from "./declines.ts";
import { HISTORY } from "./history.ts";
import { INTERRUPTIONS } from "./interruptions.ts";
import { KEYS } from "./keys.ts";
import { MALFORMED } from "./malformed.ts";
import { MOVEMENTS } from "./movements.ts";
import { PAYMENTS } from "./payments.ts";
import { READS } from "./reads.ts";
import { REPORTS } from "./reports.ts";
import { SETTLEMENT } from "./settlement.ts";
import { SUMS } from "./sums.ts";

export const REQUIREMENTS: readonly Requirement[] = [
  ...AUTHENTICATION,
  ...PAYMENTS,
  ...KEYS,
  ...DECLINES,
  ...AMOUNTS,
  ...MALFORMED,
  ...SETTLEMENT,
  ...REPORTS,
  ...MOVEMENTS,
  ...READS,
  ...HISTORY,
  ...INTERRUPTIONS,
  ...SUMS,
];
