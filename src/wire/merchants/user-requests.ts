import * as z from "zod/mini";
import { MERCHANT_ROLES } from "../../domain/merchant-user.ts";
import { documented, named } from "../shared/published.ts";
import { Email } from "./requests.ts";

const Role = documented(
  { description: "Staff may take and cancel payments and read; everything else is for owners." },
  z.enum(MERCHANT_ROLES),
);

export const InviteUserBody = named("InviteMerchantUser", z.object({ email: Email, role: Role }));
export const UpdateUserBody = named("UpdateMerchantUser", z.object({ role: Role }));
