# Python: pip install flask standardwebhooks
import os
from flask import Flask, request
from standardwebhooks import Webhook

app, verifier = Flask(__name__), Webhook(os.environ["WEBHOOK_SECRET"])
seen, paid, last_sequence = set(), set(), {}

@app.post("/webhooks")
def webhooks():
    try:
        event = verifier.verify(request.get_data(), dict(request.headers))
    except Exception:
        return "", 401
    data, event_id = event["data"], request.headers["webhook-id"]
    intent, sequence = data.get("payment_intent", {}), data.get("sequence", 0)
    if event_id not in seen and sequence >= last_sequence.get(intent.get("id"), 0):
        seen.add(event_id)
        last_sequence[intent.get("id")] = sequence
        if intent.get("status") == "completed" and intent["id"] not in paid:
            paid.add(intent["id"])
            print("paid", data["reference"], flush=True)
    return "", 204

app.run(port=9000)
