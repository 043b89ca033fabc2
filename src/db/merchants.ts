import { and, eq } from "drizzle-orm";
import type { EventType } from "../domain/events.ts";
import type { Database } from "./client.ts";
import { counters, merchants } from "./schema.ts";

export interface Merchant {
  id: string;
  email: string;
  businessName: string;
  status: "active" | "inactive";
  idpClientId: string;
  webhookUrl: string | null;
  webhookEvents: EventType[];
  /** Sealed. */
  webhookSecret: string;
  createdAt: number;
  updatedAt: number;
}

/** False when the email is taken. */
export async function insertMerchant(db: Database, merchant: Merchant): Promise<boolean> {
  const rows = await db
    .insert(merchants)
    .values(merchant)
    .onConflictDoNothing({ target: merchants.email })
    .returning({ id: merchants.id });
  return rows.length > 0;
}

export async function deleteMerchant(db: Database, merchantId: string): Promise<void> {
  await db.delete(merchants).where(eq(merchants.id, merchantId));
}

export async function findMerchant(db: Database, merchantId: string): Promise<Merchant | null> {
  return (await db.select().from(merchants).where(eq(merchants.id, merchantId)).get()) ?? null;
}

/** Null when there is no such merchant. */
export async function updateMerchant(
  db: Database,
  merchantId: string,
  change: Partial<Pick<Merchant, "webhookUrl" | "webhookEvents" | "webhookSecret">> & { updatedAt: number },
): Promise<Merchant | null> {
  const [row] = await db.update(merchants).set(change).where(eq(merchants.id, merchantId)).returning();
  return row ?? null;
}

export async function findCounterStatus(
  db: Database,
  merchantId: string,
  counterId: string,
): Promise<"active" | "inactive" | null> {
  const row = await db
    .select({ status: counters.status })
    .from(counters)
    .where(and(eq(counters.merchantId, merchantId), eq(counters.id, counterId)))
    .get();
  return row?.status ?? null;
}
