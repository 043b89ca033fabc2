import type { DeliveryStatus, WebhookDelivery } from "../../../../sdk/index.ts";
import { type BadgeKind, badge } from "../components/page.ts";
import { t } from "../text.ts";

const KINDS: Record<DeliveryStatus, BadgeKind> = {
  none: "ended",
  pending: "running",
  delivered: "good",
  failed: "bad",
};

export function deliveryBadge({ status, waiting_for_endpoint: isWaiting }: WebhookDelivery): HTMLElement {
  return badge(KINDS[status], isWaiting ? t.deliveries.waiting : t.deliveries.statuses[status]);
}
