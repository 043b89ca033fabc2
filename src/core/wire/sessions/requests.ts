import * as z from "zod/mini";
import { nameText } from "#core/wire/shared/fields.ts";
import { documented, requestOf } from "#core/wire/shared/openapi-notes.ts";

const CODE_CHARACTERS_MAX = 100;

export const PairingCodeBody = z.object({ code: z.string().check(z.maxLength(CODE_CHARACTERS_MAX)) });

export const PairBody = z.extend(PairingCodeBody, {
  /** The list of what is paired shows it. */
  name: z.nullish(nameText(100)),
});

const text = (description: string) => documented(description, z.optional(z.string()));
const secret = (description: string) =>
  documented({ description, format: "password" }, z.optional(z.string()));

/** The form of RFC 6749. Only for the document: the identity provider parses the form itself. */
export const TokenRequest = requestOf("TokenRequest", {
  grant_type: z.enum(["client_credentials", "password"]),
  client_id: text("May be sent by HTTP Basic instead."),
  client_secret: secret("With `client_credentials`."),
  username: text("With `password`: the dashboard user's email."),
  password: secret("With `password`, of the client `merchant-dashboard`."),
  scope: text(
    "Leave it out: what a client may do comes with its credentials. One that is unknown or empty is refused.",
  ),
});
