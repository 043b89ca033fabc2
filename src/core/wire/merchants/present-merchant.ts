import type { AccessGrantedSince } from "#core/db/merchants/access-granted-since.ts";
import type { BlockedMerchant } from "#core/db/wallet/blocked-merchants.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { MerchantUser } from "#core/domain/merchants/merchant-user.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { Session } from "#core/domain/sessions/session.ts";
import { isKeyed } from "#core/domain/shards/shard-ids.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import { presentTill } from "#core/wire/counters/present-counter.ts";
import { logoUrl } from "#core/wire/shared/logo.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";

/** What the platform's administrators see. */
export function presentMerchant(merchant: Merchant): Wire<"Merchant"> {
  return {
    id: merchant.id,
    email: merchant.email,
    business_name: merchant.businessName,
    status: merchant.status,
    client_id: merchant.idpClientId,
    created_at: isoTime(merchant.createdAt),
    updated_at: isoTime(merchant.updatedAt),
    suspended_at: isoTimeOrNull(merchant.suspendedAt),
    suspension_reason: merchant.suspensionReason,
    refunds_stopped_at: isoTimeOrNull(merchant.refundsStoppedAt),
    refunds_stop_reason: merchant.refundsStopReason,
    erasure: presentErasure(merchant),
  };
}

function presentErasure({ erasureRequestedAt, erasedAt }: Merchant): Wire<"MerchantErasure"> | null {
  if (erasureRequestedAt === null) return null;
  return {
    status: erasedAt === null ? "requested" : "done",
    requested_at: isoTime(erasureRequestedAt),
    completed_at: isoTimeOrNull(erasedAt),
  };
}

export function presentMerchantUser(user: MerchantUser): Wire<"MerchantUser"> {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    is_enabled: user.isEnabled,
    created_at: isoTimeOrNull(user.createdAt),
    invited_until: isoTimeOrNull(user.invitedUntil),
    invitation_ended_at: isoTimeOrNull(user.endedAt),
  };
}

/** What an administrator can end. */
export function presentAccessGrantedSince({
  users,
  counters,
  tills,
  webhookAddresses,
  paymentIntents,
}: AccessGrantedSince & {
  tills: readonly Session[];
  paymentIntents: readonly PaymentIntent[];
}): Wire<"MadeSince"> {
  return {
    users: users.map(({ subject: id, email, role, createdAt }) => ({
      id,
      email,
      role,
      created_at: isoTime(createdAt),
    })),
    counters: counters.map(({ id, name, createdAt }) => ({ id, name, created_at: isoTime(createdAt) })),
    tills: tills.map(presentTill),
    webhook_addresses: webhookAddresses.map(({ id, url }) => {
      const { origin, pathname } = new URL(url ?? "");
      return { id, url: origin + pathname };
    }),
    payment_intents: paymentIntents.map(({ id, counterId, createdAt }) => ({
      id,
      counter_id: counterId,
      created_at: isoTime(createdAt),
    })),
    idempotency_keys: paymentIntents.filter(({ id }) => isKeyed(id)).length,
  };
}

export function presentCredentials({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    note: "Store the client_secret now: it is not shown again, and the old one is invalid from now on.",
  };
}

export function presentPublicMerchant(
  { id, businessName, logoHash }: Merchant & { logoHash: string | null },
  publicUrl: string,
): Wire<"PublicMerchant"> {
  return { id, business_name: businessName, logo_url: logoUrl(publicUrl, logoHash) };
}

/** What a customer who has blocked the merchant sees. */
export function presentBlockedMerchant(merchant: BlockedMerchant): Wire<"BlockedMerchant"> {
  const { merchantId, businessName, blockedAt } = merchant;
  return { id: merchantId, business_name: businessName, blocked_at: isoTime(blockedAt) };
}
