import type { CallOptions } from "../options.ts";
import { idSegment, type Transport } from "../transport/transport.ts";
import type {
  CredentialsResponse,
  GetTotalsQuery,
  GoLive,
  GoLiveResponse,
  InviteMerchantUser,
  MerchantSettings,
  MerchantSettingsResponse,
  MerchantUser,
  MerchantUserInvitedResponse,
  MerchantUserResponse,
  MerchantUsersResponse,
  TotalsResponse,
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

export function rotateCredentials(
  transport: Transport,
  options: CallOptions | undefined,
): Promise<CredentialsResponse> {
  return transport.send({ ...options, method: "POST", path: "/merchant/api/v1/credentials/rotate" });
}

export function getTotals(
  transport: Transport,
  query: GetTotalsQuery = {},
  options: CallOptions = {},
): Promise<TotalsResponse> {
  return transport.send({ ...options, method: "GET", path: "/merchant/api/v1/totals", query });
}

export async function getPaymentsCsv(
  transport: Transport,
  query: GetTotalsQuery = {},
  options: CallOptions = {},
): Promise<string> {
  const path = "/merchant/api/v1/payments.csv";
  const { body } = await transport.exchange({ ...options, method: "GET", path, query, textType: "text/csv" });
  return body as string;
}

export async function getGoLive(transport: Transport, options: CallOptions | undefined): Promise<GoLive> {
  const path = "/merchant/api/v1/go-live";
  return (await transport.send<GoLiveResponse>({ ...options, method: "GET", path })).go_live;
}

export function merchantSettings(transport: Transport): MerchantSettingsOperations {
  return {
    get: (options) =>
      transport
        .send<MerchantSettingsResponse>({ ...options, method: "GET", path: SETTINGS })
        .then((body) => body.settings),
    update: (body, options) =>
      transport
        .send<MerchantSettingsResponse>({ ...options, method: "PUT", path: SETTINGS, body })
        .then((response) => response.settings),
  };
}

export function merchantUsers(transport: Transport): MerchantUsers {
  const path = (id: string) => `${USERS}/${idSegment(id)}`;
  return {
    list: (options) =>
      transport
        .send<MerchantUsersResponse>({ ...options, method: "GET", path: USERS })
        .then((body) => body.users),
    invite: (body, options) => transport.send({ ...options, method: "POST", path: USERS, body }),
    update: (id, body, options) =>
      transport
        .send<MerchantUserResponse>({ ...options, method: "PATCH", path: path(id), body })
        .then((response) => response.user),
    remove: (id, options) => transport.send({ ...options, method: "DELETE", path: path(id) }),
  };
}
