import { endInvitation, isInvitationOpen } from "../../db/merchants/invitations.ts";
import type { Cause } from "../../domain/cause.ts";
import type { ExistingUser } from "../../domain/ports/identity-provider.ts";
import { newTask } from "../../domain/provider-task.ts";
import { audited } from "../audit/audit-trail.ts";
import type { Dependencies } from "../dependencies.ts";

/**
 * Anyone can be invited, also by someone who wants to keep them from being registered. So a user who was invited and has
 * nothing to sign in with makes way for a registration. Returns whether the user does: then the account is to be removed.
 */
export async function endForeignInvitation(
  deps: Dependencies,
  cause: Cause,
  { id: subject, merchantIds }: ExistingUser,
): Promise<boolean> {
  const [merchantId, ...others] = merchantIds;
  if (merchantId === undefined || others.length > 0) return false;
  if (!(await isInvitationOpen(deps.db, { merchantId, subject }))) return false;
  if (await deps.identityProvider.hasCredentials(subject)) return false;
  const now = deps.clock();
  const removal = newTask({ id: subject, kind: "user_removal", merchantId, subject }, now);
  const event = { action: "user.invitation_ended", merchantId, targetId: subject } as const;
  return await audited(deps, cause, event, (entry) =>
    endInvitation(deps.db, { merchantId, subject }, { now, removal }, entry),
  );
}
