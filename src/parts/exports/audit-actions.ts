import type { Listed } from "#core/domain/open-list.ts";

export const auditActions = {
  "merchant.exported": { after: "merchant.closed" },
  "merchant.erasure_requested": { after: "merchant.exported" },
  "merchant.erased": { after: "merchant.erasure_requested" },
} satisfies Record<string, Listed>;

declare global {
  interface PartAuditActions extends Record<keyof typeof auditActions, true> {}
}
