import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Cursor } from "../../domain/cursor.ts";
import { MERCHANT_STATUSES, type Merchant } from "../../domain/merchant.ts";
import type { Database } from "../client.ts";
import type { ListPosition } from "../payment-intents/intent-search.ts";
import { selectTotal } from "../row-counts.ts";
import { IS_PUBLIC, merchants } from "../schema/merchants.ts";
import { findMerchantByEmail } from "./merchants.ts";

export interface MerchantPage {
  merchants: Merchant[];
  total: number;
  /** Where the next page begins; null at the end of the list. */
  next: Cursor | null;
}

/** Newest first, of any status when it is null: from merchants_by_status, whose ranges are merged. */
export async function readMerchants(
  db: Database,
  status: Merchant["status"] | null,
  position: ListPosition,
): Promise<MerchantPage> {
  const statuses = status === null ? MERCHANT_STATUSES : [status];
  return await readPage(
    db,
    statuses.map((each) => eq(merchants.status, each)),
    selectTotal(db, "merchants", statuses),
    position,
  );
}

/** The one merchant with this address, if it has the status; on the first page alone. */
export async function readMerchantWithEmail(
  db: Database,
  email: string,
  status: Merchant["status"] | null,
  { page, cursor }: ListPosition,
): Promise<MerchantPage> {
  const merchant = await findMerchantByEmail(db, email);
  const found = merchant !== null && (status === null || merchant.status === status) ? [merchant] : [];
  const isFirst = cursor === null && page === 1;
  return { merchants: isFirst ? found : [], total: found.length, next: null };
}

/** Newest first. */
export async function readPublicMerchants(db: Database, position: ListPosition): Promise<MerchantPage> {
  return await readPage(db, [IS_PUBLIC], selectTotal(db, "public_merchants", [""]), position);
}

async function readPage(
  db: Database,
  ranges: SQL[],
  countRows: ReturnType<typeof selectTotal>,
  { page, limit, cursor }: ListPosition,
): Promise<MerchantPage> {
  const { createdAt, id } = merchants;
  const isAfter =
    cursor === null ? undefined : sql`(${createdAt}, ${id}) < (${cursor.createdAt}, ${cursor.id})`;
  const [first, second, ...others] = ranges.map((range) =>
    db.select().from(merchants).where(and(range, isAfter)),
  );
  if (first === undefined) throw new Error("a list has no range");
  const rows = (second === undefined ? first : unionAll(first, second, ...others))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
    .offset(cursor === null ? (page - 1) * limit : 0);
  const [found, [counted]] = await db.batch([rows, countRows]);
  const shown = found.slice(0, limit);
  return {
    merchants: shown,
    total: counted?.total ?? 0,
    next: found.length > limit ? (shown.at(-1) ?? null) : null,
  };
}
