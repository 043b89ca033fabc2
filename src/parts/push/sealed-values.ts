import type { Database } from "#core/db/client.ts";
import { subscriptionColumn } from "./db/push-subscriptions.ts";

export const sealedValues = (home: Database) => [subscriptionColumn(home)];
