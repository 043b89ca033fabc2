// What holds for the whole merchant: its shop, for receipts and as the default of tills and pages.

import { CODES_BY_EXPONENT } from "#core/domain/currencies.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { type Child, fill, h } from "#pages/browser/kit/h.ts";
import { logoImage } from "#pages/browser/kit/logo.ts";
import { LANGUAGE_NAMES, localeOf } from "#pages/languages.ts";
import { request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { areaField, type Choice, form, selectField, textField } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { forDevelopers, section, viewUnder } from "../components/page.ts";
import { failureText, region } from "../components/region.ts";
import { drawLogo } from "../draw-logo.ts";
import type { View } from "../router.ts";
import { proposedZone, useSettings } from "../session.ts";
import { showShop } from "../shell.ts";
import { currentLanguage, t } from "../text.ts";

type Settings = Wire<"MerchantSettings">;

export function settingsView(): View {
  const read = region({
    read: () => request("getMerchantSettings"),
    show: ({ settings }) => formsOf(settings),
  });
  return viewUnder({ title: t.nav.settings }, read.element);
}

function formsOf(settings: Settings): Child {
  return [
    group(t.settings.shop, t.settings.shopHint, logoForm(settings), receiptForm(settings)),
    group(t.settings.defaults, t.settings.defaultsHint, defaultsForm(settings)),
    group(t.settings.timeZone, t.settings.timeZoneHint, timeZoneForm(settings.time_zone)),
    forDevelopers(group(t.settings.apps, t.settings.appsHint, schemesForm(settings.return_schemes))),
  ];
}

function group(title: string, hint: string, ...content: Child[]): HTMLElement {
  return section(title, h("p", { class: "soft" }, hint), h("div", { class: "card" }, content));
}

/** Changes these fields; what is left empty is none. */
async function save(body: Partial<Settings>): Promise<void> {
  saved((await request("updateMerchantSettings", { body })).settings);
}

function saved(settings: Settings): void {
  useSettings(settings);
  showShop();
  notify(t.common.saved);
}

function logoForm({ logo_url }: Settings): HTMLElement {
  const preview = h("div", { class: "logo-preview" });
  const failures = h("div", { role: "alert" });
  const chooser = h("input", {
    type: "file",
    accept: "image/*",
    hidden: true,
    "aria-label": t.settings.chooseLogo,
    change: () => void change(chooser.files?.[0]),
  });
  const show = (url: string | null) => {
    const remove = () => void attempt(async () => request("deleteLogo"));
    const actions = [
      button({ label: t.settings.chooseLogo, onclick: () => chooser.click() }),
      url === null ? null : button({ label: t.settings.removeLogo, kind: "quiet", onclick: remove }),
    ];
    const picture = logoImage(url) ?? h("span", { class: "soft" }, t.settings.noLogo);
    fill(preview, picture, h("div", { class: "actions" }, actions));
  };
  const attempt = async (send: () => Promise<{ settings: Settings } | null>) => {
    fill(failures);
    try {
      const changed = await send();
      if (changed === null) return fill(failures, t.settings.logoFailed);
      saved(changed.settings);
      show(changed.settings.logo_url);
    } catch (failure) {
      fill(failures, failureText(failure));
    }
  };
  const change = async (chosen: File | undefined) => {
    chooser.value = "";
    if (chosen === undefined) return;
    await attempt(async () => {
      const file = await drawLogo(chosen);
      return file === null ? null : await request("setLogo", { file });
    });
  };
  show(logo_url);
  const hint = h("p", { class: "hint" }, t.settings.logoHint);
  return h(
    "div",
    { class: "field" },
    h("span", { class: "label" }, t.settings.logo),
    preview,
    chooser,
    hint,
    failures,
  );
}

function receiptForm({ address, vat_id: vatId, receipt_footer: footer }: Settings): HTMLElement {
  return form({
    fields: [
      areaField({
        name: "address",
        label: t.settings.address,
        value: address,
        attributes: { rows: 3, maxlength: 300, autocomplete: "street-address" },
      }),
      textField({
        name: "vat_id",
        label: t.settings.vatId,
        hint: t.settings.vatIdHint,
        value: vatId,
        attributes: { maxlength: 30, autocomplete: "off", dir: "ltr" },
      }),
      areaField({
        name: "receipt_footer",
        label: t.settings.footer,
        hint: t.settings.footerHint,
        value: footer,
        attributes: { rows: 2, maxlength: 300 },
      }),
    ],
    submit: t.common.save,
    onSubmit: (values) =>
      save({
        address: String(values.get("address")),
        vat_id: String(values.get("vat_id")),
        receipt_footer: String(values.get("receipt_footer")),
      }),
  });
}

function defaultsForm({ currency, language }: Settings): HTMLElement {
  const names = new Intl.DisplayNames(localeOf(currentLanguage()), { type: "currency" });
  const codes = Object.values(CODES_BY_EXPONENT).flatMap((list) => list.split(/\s+/));
  const none: Choice = ["", t.settings.none];
  return form({
    fields: [
      selectField({
        name: "currency",
        label: t.totals.currency,
        hint: t.settings.currencyHint,
        value: currency,
        choices: [none, ...codes.sort().map((each): Choice => [each, `${each} · ${names.of(each) ?? each}`])],
      }),
      selectField({
        name: "language",
        label: t.shell.language,
        hint: t.settings.languageHint,
        value: language,
        choices: [none, ...Object.entries(LANGUAGE_NAMES)],
      }),
    ],
    submit: t.common.save,
    onSubmit: (values) =>
      save({ currency: chosenIn(values, "currency"), language: chosenIn(values, "language") }),
  });
}

function chosenIn(values: FormData, name: string): string | null {
  return String(values.get(name)) || null;
}

function timeZoneForm(current: string): HTMLElement {
  const zones = [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort();
  const proposed = proposedZone();
  const element = form({
    fields: selectField({
      name: "time_zone",
      label: t.settings.timeZone,
      value: proposed ?? current,
      choices: zones.map((zone) => [zone, zone.replaceAll("_", " ")]),
      attributes: { dir: "ltr" },
      ...(proposed !== null && { hint: t.settings.timeZoneProposed }),
    }),
    submit: t.common.save,
    onSubmit: async (values) => {
      await save({ time_zone: String(values.get("time_zone")) });
      element.querySelector(".hint")?.remove();
    },
  });
  return element;
}

function schemesForm(current: readonly string[]): HTMLElement {
  return form({
    fields: areaField({
      name: "return_schemes",
      label: t.settings.schemes,
      value: current.join("\n"),
      attributes: { dir: "ltr", spellcheck: "false", autocapitalize: "none" },
    }),
    submit: t.common.save,
    onSubmit: async (values) => {
      const return_schemes = String(values.get("return_schemes")).match(/\S+/g) ?? [];
      saved((await request("setReturnSchemes", { body: { return_schemes } })).settings);
    },
  });
}
