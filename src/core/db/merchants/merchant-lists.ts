import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Database } from "#core/db/client.ts";
import {
  type CountedPage,
  type ListPosition,
  offsetOf,
  pageOf,
  selectTotal,
  whereAfter,
} from "#core/db/paging.ts";
import { IS_PUBLIC, merchants } from "#core/db/schema/merchants.ts";
import { MERCHANT_STATUSES, type Merchant } from "#core/domain/merchants/merchant.ts";
import { findMerchantByEmail } from "./merchants.ts";

/** Lists the newest first, of any status when it is null: from merchants_by_status, whose ranges are merged. */
export async function readMerchants(
  db: Database,
  status: Merchant["status"] | null,
  position: ListPosition,
): Promise<CountedPage<Merchant>> {
  const statuses = status === null ? MERCHANT_STATUSES : [status];
  return await readPage(
    db,
    statuses.map((each) => eq(merchants.status, each)),
    selectTotal(db, "merchants", statuses),
    position,
  );
}

/** The one merchant with this email, if it has the status; on the first page alone. */
export async function readMerchantWithEmail(
  db: Database,
  email: string,
  status: Merchant["status"] | null,
  { page, cursor }: ListPosition,
): Promise<CountedPage<Merchant>> {
  const merchant = await findMerchantByEmail(db, email);
  const found = merchant !== null && (status === null || merchant.status === status) ? [merchant] : [];
  const isFirst = cursor === null && page === 1;
  return { rows: isFirst ? found : [], total: found.length, next: null };
}

/** Lists the newest first. */
export async function readPublicMerchants(
  home: Database,
  position: ListPosition,
): Promise<CountedPage<Merchant & { logoHash: string | null }>> {
  const { limit, cursor } = position;
  const logoHash = sql<string | null>`(SELECT hash FROM merchant_logos WHERE merchant_id = merchants.id)`;
  const rows = home
    .select({ ...getTableColumns(merchants), logoHash })
    .from(merchants)
    .where(and(IS_PUBLIC, whereAfter(merchants, cursor)))
    .orderBy(desc(merchants.createdAt), desc(merchants.id))
    .limit(limit + 1)
    .offset(offsetOf(position));
  const [found, [counted]] = await home.batch([rows, selectTotal(home, "public_merchants", [""])]);
  return { ...pageOf(found, limit), total: counted?.total ?? 0 };
}

async function readPage(
  db: Database,
  ranges: SQL[],
  countRows: ReturnType<typeof selectTotal>,
  position: ListPosition,
): Promise<CountedPage<Merchant>> {
  const { createdAt, id } = merchants;
  const { limit, cursor } = position;
  const [first, second, ...others] = ranges.map((range) =>
    db
      .select()
      .from(merchants)
      .where(and(range, whereAfter(merchants, cursor))),
  );
  if (first === undefined) throw new Error("a list has no range");
  const rows = (second === undefined ? first : unionAll(first, second, ...others))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
    .offset(offsetOf(position));
  const [found, [counted]] = await db.batch([rows, countRows]);
  return { ...pageOf(found, limit), total: counted?.total ?? 0 };
}

/** The first merchant after this id; null when there is none. */
export async function nextMerchant(db: Database, after: string): Promise<string | null> {
  const row = await db.get<{ id: string } | undefined>(
    sql`SELECT id FROM merchants WHERE id > ${after} ORDER BY id LIMIT 1`,
  );
  return row?.id ?? null;
}
