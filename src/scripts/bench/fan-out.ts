// A route of both Workers: makes delivered webhooks due again and queues their messages, like new events.

export const FAN_OUT = "/bench/fan-out";
const BATCH_MAX = 100;

interface Message {
  merchantId: string;
  eventId: string;
  firstDueAt: number;
}

/** Responds when all messages are on the queue. */
export async function fanOut(request: Request, env: { DB: D1Database; WEBHOOKS: Queue }): Promise<Response> {
  const { merchantId, count } = await request.json<{ merchantId: string; count: number }>();
  const firstDueAt = Date.now();
  const { results } = await env.DB.prepare(
    `UPDATE events SET delivery_status = 'pending', attempts = 0, next_attempt_at = ?1, last_response_status = NULL,
       ended_at = NULL, attempt_log = NULL
     WHERE merchant_id = ?2 AND id IN (SELECT id FROM events WHERE merchant_id = ?2 ORDER BY id LIMIT ?3)
     RETURNING id`,
  )
    .bind(firstDueAt, merchantId, count)
    .all<{ id: string }>();
  const messages = results.map(({ id }): { body: Message } => ({
    body: { merchantId, eventId: id, firstDueAt },
  }));
  for (let start = 0; start < messages.length; start += BATCH_MAX) {
    await env.WEBHOOKS.sendBatch(messages.slice(start, start + BATCH_MAX));
  }
  return Response.json({ success: true, count: messages.length });
}
