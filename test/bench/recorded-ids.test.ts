// What the benchmark's baseline sends in place of what was recorded. Runs in Node.
import { describe, expect, it } from "vitest";
import { qrPngDataUri } from "../../src/qr/png.ts";
import { bodyOf } from "./recorded-ids.ts";
import type { Plan } from "./recording.ts";

const [RECORDED, CREATED, MERCHANT] = [
  "0199d3c0-7a11-7c3e-9a55-000000000001",
  "0199d3c0-7a11-7c3e-9a55-000000000002",
  "0199d3c0-7a11-7c3e-9a55-00000000000f",
];

function response(id: string): Pick<Plan, "body" | "subjectId" | "code"> {
  const payload = JSON.stringify({ payment_intent_id: id, merchant_id: MERCHANT });
  const code = { image: qrPngDataUri(payload), payload };
  const intent = { id, qr_code_url: code.image, qr_data: payload };
  return { body: JSON.stringify({ success: true, payment_intent: intent }), subjectId: id, code };
}

const bodyFor = (plan: Partial<Plan>, id: string) =>
  bodyOf({ ...response(RECORDED), ...plan } as Plan)({ [RECORDED]: id });

describe("bodyOf", () => {
  it("names the intent of the request, also in the QR code", () => {
    expect(bodyFor({}, CREATED)).toBe(response(CREATED).body);
  });

  it("sends the recorded image where no code is drawn", () => {
    const { payment_intent: sent } = JSON.parse(bodyFor({ code: null }, CREATED));
    expect(sent).toEqual({
      id: CREATED,
      qr_code_url: response(RECORDED).code?.image,
      qr_data: response(CREATED).code?.payload,
    });
  });
});
