import type { Listed } from "#core/domain/open-list.ts";

export const auditActions = {
  "master_key.retired": { after: "credentials.rotated" },
} satisfies Record<string, Listed>;

declare global {
  interface PartAuditActions extends Record<keyof typeof auditActions, true> {}
}
