import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { ShownProfile } from "#core/domain/merchants/merchant-profile.ts";
import { logoUrl } from "#core/wire/shared/logo.ts";

export function presentSettings(
  { timeZone, returnSchemes }: Pick<Merchant, "timeZone" | "returnSchemes">,
  profile: ShownProfile,
  publicUrl: string,
) {
  return { time_zone: timeZone, return_schemes: returnSchemes, ...presentProfile(profile, publicUrl) };
}

export function presentProfile(profile: ShownProfile, publicUrl: string) {
  const { currency, language } = profile;
  return { ...presentReceiptShop(profile, publicUrl), currency, language };
}

/** What is for receipts: the shop's own, and those of who has paid. */
export function presentReceiptShop(profile: ShownProfile, publicUrl: string) {
  const { address, vatId, receiptFooter, logoHash } = profile;
  return {
    address,
    vat_id: vatId,
    receipt_footer: receiptFooter,
    logo_url: logoUrl(publicUrl, logoHash),
  };
}

/** What a receipt shows of its shop, and in whose time zone its date is. */
export function presentReceipt(
  { profile, timeZone, counterName }: { profile: ShownProfile; timeZone: string; counterName: string | null },
  publicUrl: string,
) {
  return { ...presentReceiptShop(profile, publicUrl), time_zone: timeZone, counter_name: counterName };
}
