import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProviderTask, ProviderTaskKind } from "#core/domain/identity-provider/provider-task.ts";

/** What was begun at the identity provider and is not settled. */
export const providerTasks = sqliteTable(
  "provider_tasks",
  {
    id: text().primaryKey(),
    kind: text().$type<ProviderTaskKind>().notNull(),
    merchantId: text("merchant_id").notNull(),
    subject: text().notNull(),
    userId: text("user_id"),
    position: text(),
    attempts: integer().notNull(),
    dueAt: integer("due_at").notNull(),
    createdAt: integer("created_at").notNull(),
  } satisfies Record<keyof ProviderTask, unknown>,
  (table) => [
    index("provider_tasks_due").on(table.dueAt),
    index("provider_tasks_by_subject").on(table.subject),
    index("provider_tasks_by_merchant").on(table.merchantId, table.kind),
  ],
);

/** The keys of the identity provider as they were last read, for while it does not respond. */
export const providerKeySets = sqliteTable("provider_key_sets", {
  url: text().primaryKey(),
  keySet: text("key_set").notNull(),
  readAt: integer("read_at").notNull(),
});
