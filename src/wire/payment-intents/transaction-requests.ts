import { ChosenMerchantId } from "../merchants/chosen-merchant.ts";
import { PageQuery } from "../shared/fields.ts";

export const TransactionsQuery = PageQuery.extend({ merchant_id: ChosenMerchantId });
