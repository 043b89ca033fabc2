// A till and the code that pairs it.
import { COUNTER } from "./examples.ts";

const PAIRING_CODE = "7ZK3M-Q0V8R-4TNXH-2BPJW-9CFDE-6";
export const PAIRING = {
  counter_id: COUNTER.id,
  code: PAIRING_CODE,
  url: `https://payments.example.com/pos/pair#${PAIRING_CODE}`,
  qr_code_url: "data:image/png;base64,iVBORw0KGgo=",
  expires_at: COUNTER.created_at,
};

export const TILL = {
  id: "8f14e45f-ceea-4e8a-9d2c-3b1f0c5a7e21",
  counter_id: COUNTER.id,
  name: "iPad",
  created_at: COUNTER.created_at,
  last_used_at: COUNTER.created_at,
  expires_at: COUNTER.created_at,
};
