import type { Listed } from "#core/domain/open-list.ts";

export const auditActions = {
  "favourites.changed": { after: "till.revoked" },
} satisfies Record<string, Listed>;

declare global {
  interface PartAuditActions extends Record<keyof typeof auditActions, true> {}
}
