import * as z from "zod/mini";
import { nameText } from "../shared/fields.ts";
import { documented, named } from "../shared/published.ts";

const Reason = documented({ description: "Kept in the audit trail." }, nameText(500));
const Email = documented(
  { description: "The address that the user logs in with." },
  z.email().check(z.maxLength(254)),
);

export const ReasonBody = named("IncidentReason", z.object({ reason: Reason }));
export const DisableUserBody = named("DisableUser", z.object({ email: Email, reason: Reason }));
export const EnableUserBody = named("EnableUser", z.object({ email: Email }));
