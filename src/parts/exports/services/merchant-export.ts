import type { Shard } from "#core/db/client.ts";
import { findLogo, findProfile } from "#core/db/merchants/merchant-profiles.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { listEndpointRows } from "#core/db/webhooks/endpoints.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { BEFORE_ALL, type Cursor, type RowPosition } from "#core/domain/cursor.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { IntentStatus, PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { listMerchantUsers } from "#core/services/merchants/merchant-users.ts";
import type { Refusal } from "#core/services/refusal.ts";
import type { Shards } from "#core/shards/shards.ts";
import { PART_SECTIONS } from "#core/wire/shared/export.ts";
import {
  listAuditEntriesAfter,
  listCountersAfter,
  listDisabledUserRows,
  listEventsAfter,
  listIntentsAfter,
  listSessionRows,
} from "../db/merchant-export.ts";
import {
  EXPORT_START,
  type ExportCursor,
  type OwnSection,
  type SectionName,
  sectionsWith,
} from "../domain/merchant-export.ts";
import type { ExportedRecord, MerchantExport } from "../wire/present-merchant-export.ts";

/** Rows of a page: even with the largest metadata and logs, a page takes a fraction of a Worker's memory. */
const PAGE = 250;
const AT_HOME: ReadonlySet<SectionName> = new Set(["account", "counters"]);
/** How long one part is: a page takes at most three queries, and the platform allows 1,000 in one invocation. */
const PAGES_MAX = 300;
/** A part without a page counts: it is asked, and that is a subrequest, of which the platform allows 10,000. */
const PARTS_MAX = 3_000;

/** Cursor null: from the start. What no part may miss is in domain/merchant-export.ts. */
export async function exportMerchant(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  cursor: ExportCursor | null,
): Promise<Result<MerchantExport, Refusal>> {
  const merchant = await findMerchant(deps.db, merchantId);
  if (merchant === null) return err("merchant_not_found");
  const start = cursor ?? { ...EXPORT_START, startedAt: deps.clock() };
  const parts = partsFrom(deps.shards, merchantId, start);
  if (parts.length === 0) return err("unknown_cursor");
  await recordAudit(deps, actor, { action: "merchant.exported", merchantId });
  return ok({ merchantId, startedAt: start.startedAt, pages: pagesOf({ deps, merchant, start }, parts) });
}

interface Part {
  section: SectionName;
  shard: Shard;
}

/** Each section in each shard that may have some of it, from where the export starts: none when it starts nowhere. */
function partsFrom(shards: Shards, merchantId: string, { section, place: shard }: ExportCursor): Part[] {
  const homeFirst = shards.ofMerchant(merchantId).toReversed();
  const parts = sectionsWith(PART_SECTIONS).flatMap((each) =>
    (AT_HOME.has(each) || each in PART_SECTIONS ? [shards.home] : homeFirst).map((db) => ({
      section: each,
      shard: db,
    })),
  );
  const first = parts.findIndex((part) => part.section === section && part.shard.name === shard);
  return first === -1 ? [] : parts.slice(first);
}

/** Returns where the next part begins; null at the end. */
async function* pagesOf(
  run: Run,
  parts: readonly Part[],
): AsyncGenerator<ExportedRecord[], ExportCursor | null> {
  const { startedAt } = run.start;
  let { after } = run.start;
  let left = PAGES_MAX;
  for (const [index, { section, shard }] of parts.entries()) {
    if (index === PARTS_MAX) return { section, place: shard.name, after: BEFORE_ALL, startedAt };
    for await (const { records, next } of readPages(readerOf(section)(run, shard), after)) {
      if (left === 0) return { section, place: shard.name, after, startedAt };
      yield records;
      left -= 1;
      after = next;
    }
    after = BEFORE_ALL;
  }
  return null;
}

interface Run {
  deps: Dependencies;
  merchant: Merchant;
  start: ExportCursor;
}

interface Page {
  records: ExportedRecord[];
  next: RowPosition;
}

/** Returns the rows after the position, with what is exported of each; fewer than PAGE at the end of the section. */
type Reader = (after: RowPosition) => Promise<{ position: RowPosition; records: ExportedRecord[] }[]>;

async function* readPages(read: Reader, start: RowPosition): AsyncGenerator<Page> {
  for (let after = start; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
    yield { records: rows.flatMap(({ records }) => records), next: after };
    if (rows.length < PAGE) return;
  }
}

function readerOf(section: SectionName): (run: Run, shard: Shard) => Reader {
  const ofPart = PART_SECTIONS[section];
  if (ofPart === undefined) return READERS[section as OwnSection];
  const { type, list, present } = ofPart;
  return inOrder(list, (row) => ({ type, data: present(row as never) }), createdAtOf);
}

const READERS: Record<OwnSection, (run: Run, shard: Shard) => Reader> = {
  account: (run) => async () => [{ position: BEFORE_ALL, records: await readAccount(run) }],
  webhook_endpoints: inOnePage(listEndpointRows, (row) => ({ type: "webhook_endpoint", row })),
  sessions: inOnePage(listSessionRows, (row) => ({ type: "session", row })),
  counters: inOrder(listCountersAfter, (row) => ({ type: "counter", row })),
  pending: intentsWith("pending"),
  pending_approval: intentsWith("pending_approval"),
  cancelled: intentsWith("cancelled"),
  expired: intentsWith("expired"),
  completed: intentsWith("completed"),
  events: inOrder(listEventsAfter, (row) => ({ type: "event", row })),
  audit_entries: inOrder(listAuditEntriesAfter, (row) => ({ type: "audit_entry", row })),
};

async function readAccount({ deps, merchant }: Run): Promise<ExportedRecord[]> {
  const [profile, users, disabled] = await Promise.all([
    findProfile(deps.db, merchant.id),
    listMerchantUsers(deps, merchant.id),
    listDisabledUserRows(deps.db, merchant.id),
  ]);
  const { logoHash } = profile;
  const logo = logoHash === null ? null : await findLogo(deps.db, logoHash);
  return [
    { type: "merchant", row: { merchant, profile, logo } },
    ...users.map((row) => ({ type: "user", row }) as const),
    ...disabled.map((row) => ({ type: "disabled_user", row }) as const),
  ];
}

/** Serves what a merchant has few of. */
function inOnePage<Row>(
  list: (db: Shard, merchantId: string) => Promise<Row[]>,
  recordOf: (row: Row) => ExportedRecord,
): (run: Run, shard: Shard) => Reader {
  return ({ merchant }, shard) =>
    async () => [{ position: BEFORE_ALL, records: (await list(shard, merchant.id)).map(recordOf) }];
}

type List<Row> = (db: Shard, merchantId: string, after: RowPosition, limit: number) => Promise<Row[]>;

/** Serves rows that are read in the order of their times and ids, or of their ids alone. */
function inOrder<Row extends { id: string }>(
  list: List<Row>,
  recordOf: (row: Row) => ExportedRecord,
  timeOf: (row: Row) => number = () => 0,
): (run: Run, shard: Shard) => Reader {
  return ({ merchant }, shard) =>
    async (after) =>
      (await list(shard, merchant.id, after, PAGE)).map((row) => ({
        position: { at: timeOf(row), id: row.id },
        records: [recordOf(row)],
      }));
}

function createdAtOf({ createdAt }: Cursor): number {
  return createdAt;
}

function intentsWith(status: IntentStatus): (run: Run, shard: Shard) => Reader {
  const list: List<PaymentIntent> = (db, merchantId, after, limit) =>
    listIntentsAfter(db, merchantId, status, after, limit);
  return inOrder(list, (row) => ({ type: "payment_intent", row }), createdAtOf);
}
