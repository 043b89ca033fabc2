import { and, eq, inArray } from "drizzle-orm";
import type { UserTraces } from "../../domain/left-over-user.ts";
import type { ExistingUser } from "../../domain/ports/identity-provider.ts";
import type { Database } from "../client.ts";
import { providerTasks } from "../schema/identity-provider.ts";
import { merchants, merchantUsers } from "../schema/merchants.ts";

export async function readUserTraces(
  db: Database,
  email: string,
  { id: userId, merchantIds }: ExistingUser,
): Promise<UserTraces> {
  const hasRole = and(inArray(merchantUsers.merchantId, [...merchantIds]), eq(merchantUsers.subject, userId));
  const [tasks, roles, owned] = await db.batch([
    db
      .select()
      .from(providerTasks)
      .where(inArray(providerTasks.subject, [email, userId])),
    db.select({ id: merchantUsers.merchantId }).from(merchantUsers).where(hasRole),
    db.select({ id: merchants.id }).from(merchants).where(eq(merchants.email, email)),
  ]);
  return {
    email,
    tasks,
    roleMerchantIds: roles.map(({ id }) => id),
    ownMerchantIds: owned.map(({ id }) => id),
  };
}
