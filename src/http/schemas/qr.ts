import * as z from "zod";
import { queryInteger } from "./fields.ts";
import { documented } from "./published.ts";

export const QrQuery = z.object({
  size: documented({ description: "The least width in pixels." }, queryInteger(100, 2000, 300)),
});
