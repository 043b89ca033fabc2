// Node or Workers, Hono: npm install hono @hono/node-server standardwebhooks
import { env } from "node:process";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { Webhook } from "standardwebhooks";

const verifier = new Webhook(env.WEBHOOK_SECRET);
const seen = new Set(),
  paid = new Set(),
  lastSequence = new Map();

const app = new Hono().post("/webhooks", async (c) => {
  let event;
  try {
    event = verifier.verify(await c.req.text(), c.req.header());
  } catch {
    return c.body(null, 401);
  }
  const { payment_intent: intent, sequence } = event.data;
  const id = c.req.header("webhook-id");
  if (!seen.has(id) && sequence >= (lastSequence.get(intent?.id) ?? 0)) {
    seen.add(id);
    lastSequence.set(intent?.id, sequence);
    if (intent?.status === "completed" && !paid.has(intent.id)) {
      paid.add(intent.id);
      console.log("paid", event.data.reference);
    }
  }
  return c.body(null, 204);
});
serve({ fetch: app.fetch, port: 9000 });
