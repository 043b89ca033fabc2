// What a merchant has at the sandbox's stage.
import { rowsOf } from "./rows.ts";

/** A fault, and a webhook in the inbox. */
export async function furnishStage(merchantId: string, name: string): Promise<void> {
  const { run } = rowsOf(merchantId);
  await run("INSERT INTO sandbox_faults VALUES (?, 'endpoint_down', 4102444800000)", merchantId);
  const webhook = [merchantId, crypto.randomUUID(), Date.now(), `${name} webhook`];
  await run("INSERT INTO sandbox_inbox VALUES (?, ?, ?, '{}', ?, 200)", ...webhook);
}
