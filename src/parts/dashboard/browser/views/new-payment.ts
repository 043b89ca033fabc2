// Asking for a payment without a till: a link for the customer, or a request to the wallet whose code was read.

import { type Child, h } from "#pages/browser/kit/h.ts";
import { request } from "../api/request.ts";
import { areaField, form, selectField, textField, textOf } from "../components/form.ts";
import { viewUnder } from "../components/page.ts";
import { navigate, type View } from "../router.ts";
import { shopSettings } from "../session.ts";
import { duration, t } from "../text.ts";
import { counterField } from "./counters.ts";

const LIFETIMES = [300, 1_800, 86_400, 604_800];
const LAST_CURRENCY = "currency";

export function newPaymentView(): View {
  const parent = { label: t.nav.payments, href: "/dashboard" };
  const idempotencyKey = crypto.randomUUID();
  const element = form({
    fields: [amountFields(), describingFields(), advancedFields()],
    submit: t.payments.create,
    onSubmit: (values) => create(values, idempotencyKey),
  });
  const head = { title: t.payments.create, intro: t.creation.intro, parent };
  return viewUnder(head, h("div", { class: "card narrow" }, element));
}

function amountFields(): Child {
  return h(
    "div",
    { class: "form-pair" },
    textField({
      name: "amount",
      label: t.payments.amount,
      attributes: { inputmode: "decimal", placeholder: "12.50", autocomplete: "off" },
    }),
    textField({
      name: "currency",
      label: t.totals.currency,
      value: shopSettings()?.currency ?? localStorage.getItem(LAST_CURRENCY) ?? "USD",
      attributes: { maxlength: 3, autocapitalize: "characters", autocomplete: "off" },
    }),
  );
}

function describingFields(): Child {
  return [
    textField({
      name: "description",
      label: t.payments.description,
      hint: t.creation.descriptionHint,
      attributes: { maxlength: 500 },
    }),
    textField({
      name: "reference",
      label: t.payments.reference,
      hint: t.creation.referenceHint,
      attributes: { maxlength: 255 },
    }),
    selectField({
      name: "expires_in",
      label: t.creation.lifetime,
      value: String(LIFETIMES[1]),
      choices: LIFETIMES.map((seconds) => [String(seconds), duration(seconds)]),
    }),
  ];
}

function advancedFields(): Child {
  const counter = counterField({
    name: "counter_id",
    none: t.common.none,
    isOffered: ({ status }) => status === "active",
  });
  const address = { type: "url", dir: "ltr", placeholder: "https://", maxlength: 2048 };
  return h(
    "details",
    {},
    h("summary", {}, t.creation.more),
    h(
      "div",
      { class: "stack" },
      counter,
      textField({
        name: "scan_token",
        label: t.creation.scanToken,
        hint: t.creation.scanTokenHint,
        attributes: { autocomplete: "off", dir: "ltr" },
      }),
      textField({ name: "return_url", label: t.payments.returnUrl, attributes: address }),
      textField({ name: "callback_url", label: t.payments.callback, attributes: address }),
      areaField({
        name: "metadata",
        label: t.payments.metadata,
        hint: t.creation.metadataHint,
        attributes: { dir: "ltr", spellcheck: "false" },
      }),
    ),
  );
}

async function create(values: FormData, idempotencyKey: string): Promise<void> {
  const currency = textOf(values, "currency")?.toUpperCase() ?? null;
  const scanToken = textOf(values, "scan_token");
  const body = {
    amount: numberIn(textOf(values, "amount")),
    currency,
    description: textOf(values, "description"),
    reference: textOf(values, "reference"),
    expires_in: Number(values.get("expires_in")),
    counter_id: textOf(values, "counter_id"),
    callback_url: textOf(values, "callback_url"),
    metadata: jsonIn(textOf(values, "metadata")),
  };
  const { payment_intent: payment } =
    scanToken === null
      ? await request("createPaymentIntent", {
          body: { ...body, return_url: textOf(values, "return_url") },
          idempotencyKey,
        })
      : await request("scanPayment", { body: { ...body, scan_token: scanToken }, idempotencyKey });
  if (currency !== null) localStorage.setItem(LAST_CURRENCY, currency);
  navigate(`/dashboard/payments/${payment.id}`);
}

/** What is no number is left as it is: the service says what is wrong with it. */
function numberIn(text: string | null): unknown {
  const number = Number(text?.replace(",", "."));
  return text === null || Number.isNaN(number) ? text : number;
}

function jsonIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
