import type { CallOptions } from "../options.ts";
import type { Transport } from "../transport/transport.ts";
import type { MerchantSettings, MerchantSettingsResponse, UpdateMerchantSettings } from "../wire/merchant.ts";

const SETTINGS = "/merchant/api/v1/settings";

export interface MerchantSettingsOperations {
  get(options?: CallOptions): Promise<MerchantSettings>;
  /** Changes the given fields and leaves the others as they are. */
  update(body: UpdateMerchantSettings, options?: CallOptions): Promise<MerchantSettings>;
}

export function merchantSettings({ send }: Transport): MerchantSettingsOperations {
  return {
    get: (options) =>
      send<MerchantSettingsResponse>("GET", SETTINGS, options).then(({ settings }) => settings),
    update: (body, options) =>
      send<MerchantSettingsResponse>("PUT", SETTINGS, { ...options, body }).then(({ settings }) => settings),
  };
}
