import * as z from "zod/mini";
import { ChosenMerchantId } from "../merchants/chosen-merchant.ts";
import { PageQuery } from "../shared/fields.ts";

export const TransactionsQuery = z.extend(PageQuery, { merchant_id: ChosenMerchantId });
