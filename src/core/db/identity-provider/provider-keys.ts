// The external identity provider's keys as they were read last, for its outages.
import { eq, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { providerKeySets } from "#core/db/schema/identity-provider.ts";
import type { KeySetStore } from "#core/domain/ports/identity-provider.ts";

export function createKeySetStore(db: Database): KeySetStore {
  return {
    async find(url) {
      const row = await db.select().from(providerKeySets).where(eq(providerKeySets.url, url)).get();
      return row === undefined ? null : { text: row.keySet, readAt: row.readAt };
    },
    async save(url, { text, readAt }) {
      const set = { keySet: text, readAt };
      await db
        .insert(providerKeySets)
        .values({ url, ...set })
        .onConflictDoUpdate({
          target: providerKeySets.url,
          set,
          setWhere: sql`excluded.read_at > ${providerKeySets.readAt}`,
        });
    },
  };
}
