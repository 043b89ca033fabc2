import type { Listed } from "#core/domain/open-list.ts";

export const auditActions = {
  "desk.created": { after: "till.revoked" },
  "desk.changed": { after: "desk.created" },
  "desk_customer.looked_up": { after: "desk.changed" },
  "tablet.paired": { after: "desk_customer.looked_up" },
  "tablet.renamed": { after: "tablet.paired" },
  "tablet.revoked": { after: "tablet.renamed" },
  "top_up.requested": { after: "payment_intent.resolved" },
  "pay_out.requested": { after: "top_up.requested" },
  "pay_out.approved": { after: "pay_out.requested" },
  "pay_out.rejected": { after: "pay_out.approved" },
  "pay_out.withdrawn": { after: "pay_out.rejected" },
  "desk_shift.opened": { after: "pay_out.withdrawn" },
  "desk_shift.closed": { after: "desk_shift.opened" },
  "adjustment.requested": { after: "desk_shift.closed" },
  "movement.resolved": { after: "adjustment.requested" },
} satisfies Record<string, Listed>;

declare global {
  interface PartAuditActions extends Record<keyof typeof auditActions, true> {}
}
