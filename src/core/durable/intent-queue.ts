// One queue takes 5,000 messages a second. For more, an operator binds WEBHOOKS_2, WEBHOOKS_3 and so on beside WEBHOOKS, and
// likewise WALLET_EVENTS: each intent has one of them.
import { bucketOf } from "#core/domain/shards/shard-ids.ts";

export function intentQueue(env: Env, name: "WEBHOOKS" | "WALLET_EVENTS", intentId: string): Queue {
  const further = Object.entries(env).filter(([key]) => key.startsWith(`${name}_`) && /_\d+$/.test(key));
  const queues = [env[name], ...further.map(([, queue]) => queue as Queue)];
  return queues[Number.parseInt(bucketOf(intentId), 16) % queues.length] ?? env[name];
}
