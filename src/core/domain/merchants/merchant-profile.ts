/** What a merchant says of its shop, for receipts and as the default of its pages. Null where it says nothing. */
export interface MerchantProfile {
  address: string | null;
  vatId: string | null;
  receiptFooter: string | null;
  /** Its tills and pages use it: the API's default stays. */
  currency: string | null;
  language: string | null;
}

export interface ShownProfile extends MerchantProfile {
  /** SHA-256 in hex of the PNG file; null without one. */
  logoHash: string | null;
}

export const LOGO_HASH = /^[0-9a-f]{64}$/;
