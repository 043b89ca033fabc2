import type { Part } from "#core/part.ts";
import { auditActions } from "./audit-actions.ts";
import { checks } from "./checks.ts";
import { exportSections } from "./export-sections.ts";
import { findings } from "./findings.ts";
import { findDeskSession } from "./guard.ts";
import { pathIds } from "./path-ids.ts";
import { refusals } from "./refusals.ts";
import { routes } from "./routes.ts";
import { homeSweep, sweepPositions } from "./sweep.ts";
import { wallet } from "./wallet.ts";

export const desk = {
  refusals,
  pathIds,
  actorKinds: { desk: { after: "counter" } },
  sessionKinds: { desk: findDeskSession },
  routes,
  homeSweep,
  sweepPositions,
  auditActions,
  checks,
  findings,
  wallet,
  exportSections,
} satisfies Part;
