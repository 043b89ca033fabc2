import type { Listed } from "#core/domain/open-list.ts";

export const auditActions = {
  "sticker_code.created": { after: "till.revoked" },
  "sticker_code.revoked": { after: "sticker_code.created" },
} satisfies Record<string, Listed>;

declare global {
  interface PartAuditActions extends Record<keyof typeof auditActions, true> {}
}
