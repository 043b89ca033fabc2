// Node, Express: npm install express standardwebhooks
import { env } from "node:process";
import express from "express";
import { Webhook } from "standardwebhooks";

const verifier = new Webhook(env.WEBHOOK_SECRET);
const seen = new Set(),
  paid = new Set(),
  lastSequence = new Map();

express()
  .post("/webhooks", express.raw({ type: "application/json" }), (request, response) => {
    let event;
    try {
      event = verifier.verify(request.body, request.headers);
    } catch {
      return response.sendStatus(401);
    }
    const { payment_intent: intent, sequence } = event.data;
    const id = request.headers["webhook-id"];
    if (!seen.has(id) && sequence >= (lastSequence.get(intent?.id) ?? 0)) {
      seen.add(id);
      lastSequence.set(intent?.id, sequence);
      if (intent?.status === "completed" && !paid.has(intent.id)) {
        paid.add(intent.id);
        console.log("paid", event.data.reference);
      }
    }
    response.sendStatus(204);
  })
  .listen(9000);
