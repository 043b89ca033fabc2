// What a merchant has at the sandbox's stage.
import { env } from "cloudflare:workers";

/** A fault, and a webhook in the inbox. */
export async function furnishStage(merchantId: string, name: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("INSERT INTO sandbox_faults VALUES (?, 'endpoint_down', 4102444800000)").bind(merchantId),
    env.DB.prepare("INSERT INTO sandbox_inbox VALUES (?, ?, ?, '{}', ?, 200)").bind(
      merchantId,
      crypto.randomUUID(),
      Date.now(),
      `${name} webhook`,
    ),
  ]);
}
