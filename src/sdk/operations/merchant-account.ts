import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type {
  InviteMerchantUser,
  MerchantSettings,
  MerchantSettingsResponse,
  MerchantUser,
  MerchantUserInvitedResponse,
  MerchantUserResponse,
  MerchantUsersResponse,
  UpdateMerchantSettings,
  UpdateMerchantUser,
} from "../wire/merchant.ts";
import type { MessageResponse } from "../wire/payment-intents.ts";

const SETTINGS = "/merchant/api/v1/settings";
const USERS = "/merchant/api/v1/users";

export interface MerchantSettingsOperations {
  get(options?: CallOptions): Promise<MerchantSettings>;
  /** Changes the given fields and leaves the others as they are. */
  update(body: UpdateMerchantSettings, options?: CallOptions): Promise<MerchantSettings>;
}

/** The merchant's dashboard users. */
export interface MerchantUsers {
  list(options?: CallOptions): Promise<MerchantUser[]>;
  /** Not retried after a 5xx or a lost response, because the user may exist: look in `list`. */
  invite(body: InviteMerchantUser, options?: CallOptions): Promise<MerchantUserInvitedResponse>;
  update(id: string, body: UpdateMerchantUser, options?: CallOptions): Promise<MerchantUser>;
  /** The user's tokens end at once. */
  remove(id: string, options?: CallOptions): Promise<MessageResponse>;
}

export function merchantSettings({ send }: Transport): MerchantSettingsOperations {
  return {
    get: (options) =>
      send<MerchantSettingsResponse>("GET", SETTINGS, options).then(({ settings }) => settings),
    update: (body, options) =>
      send<MerchantSettingsResponse>("PUT", SETTINGS, { ...options, body }).then(({ settings }) => settings),
  };
}

export function merchantUsers({ send }: Transport): MerchantUsers {
  const path = (id: string) => `${USERS}/${idSegment(id)}`;
  return {
    list: (options) => send<MerchantUsersResponse>("GET", USERS, options).then(({ users }) => users),
    invite: (body, options) => send("POST", USERS, { ...options, body }),
    update: (id, body, options) =>
      send<MerchantUserResponse>("PATCH", path(id), { ...options, body }).then(({ user }) => user),
    remove: (id, options) => send("DELETE", path(id), options),
  };
}
