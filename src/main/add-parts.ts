// Adds to the core's lists what the parts have. The compiler completes each list: a name that no part here gives does not compile.
import { addSweepPositions } from "#core/db/operations/sweep-positions.ts";
import { addActorKinds, addAuditActions } from "#core/domain/audit-trail.ts";
import { addFindings } from "#core/domain/reconciliation.ts";
import { addRefusals } from "#core/http/refusals.ts";
import { addPathIds } from "#core/http/request.ts";
import { addFaces } from "#core/http/session.ts";
import { addChecks } from "#core/services/reconciliation/reconciliation-check.ts";
import { addExportSections } from "#core/wire/shared/export.ts";
import * as parts from "./parts.ts";
import { together } from "./together.ts";

addRefusals(together(parts, "refusals"));
addPathIds(together(parts, "pathIds"));
addAuditActions(together(parts, "auditActions"));
addChecks(together(parts, "checks"));
addFindings(together(parts, "findings"));
addActorKinds(together(parts, "actorKinds"));
addFaces(together(parts, "faces"));
addSweepPositions(together(parts, "sweepPositions"));
addExportSections(together(parts, "exportSections"));
