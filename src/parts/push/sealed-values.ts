import type { Database } from "../../db/client.ts";
import { subscriptionColumn } from "../../db/wallet/push-subscriptions.ts";

export const sealedValues = (home: Database) => [subscriptionColumn(home)];
