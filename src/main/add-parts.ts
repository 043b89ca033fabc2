// Adds to the core's lists what the parts have. The compiler completes each list: a name that no part here gives does not compile.
import { addSweepPositions } from "#core/db/operations/sweep-positions.ts";
import { addActorKinds, addAuditActions } from "#core/domain/audit/audit-trail.ts";
import { addFindings } from "#core/domain/reconciliation/reconciliation.ts";
import { addRefusals } from "#core/http/refusals.ts";
import { addPathIds } from "#core/http/request.ts";
import { addSessionKinds } from "#core/http/session.ts";
import { addChecks } from "#core/services/reconciliation/reconciliation-check.ts";
import { addExportSections } from "#core/wire/shared/export.ts";
import { mergeLists } from "./merge-lists.ts";
import * as parts from "./parts.ts";

addRefusals(mergeLists(parts, "refusals"));
addPathIds(mergeLists(parts, "pathIds"));
addAuditActions(mergeLists(parts, "auditActions"));
addChecks(mergeLists(parts, "checks"));
addFindings(mergeLists(parts, "findings"));
addActorKinds(mergeLists(parts, "actorKinds"));
addSessionKinds(mergeLists(parts, "sessionKinds"));
addSweepPositions(mergeLists(parts, "sweepPositions"));
addExportSections(mergeLists(parts, "exportSections"));
