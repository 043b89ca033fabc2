import { ChosenMerchantId } from "./chosen-merchant.ts";
import { PageQuery } from "./fields.ts";

export const TransactionsQuery = PageQuery.extend({ merchant_id: ChosenMerchantId });
