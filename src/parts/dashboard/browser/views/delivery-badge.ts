import type { WebhookDelivery } from "#sdk/index.ts";
import { type BadgeKind, badge } from "../components/page.ts";
import { t, wordFor } from "../text.ts";

const KINDS: Record<string, BadgeKind> = {
  none: "ended",
  pending: "running",
  delivered: "good",
  failed: "bad",
};

export function deliveryBadge({ status, waiting_for_endpoint: isWaiting }: WebhookDelivery): HTMLElement {
  return badge(
    KINDS[status] ?? "running",
    isWaiting ? t.deliveries.waiting : wordFor(t.deliveries.statuses, status),
  );
}
