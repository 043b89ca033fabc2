// What holds for the whole merchant.

import { type Child, code, h } from "#pages/browser/kit/h.ts";
import { request } from "../api/request.ts";
import { areaField, form, selectField } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { facts, section, viewUnder } from "../components/page.ts";
import { region } from "../components/region.ts";
import type { View } from "../router.ts";
import { isOwner, useTimeZone } from "../session.ts";
import { t } from "../text.ts";

export function settingsView(): View {
  const settings = region({
    read: () => request("getMerchantSettings"),
    show: ({ settings: { time_zone: timeZone, return_schemes: schemes } }) => [
      section(
        t.settings.timeZone,
        h("p", { class: "soft" }, t.settings.timeZoneHint),
        h(
          "div",
          { class: "card" },
          isOwner() ? timeZoneForm(timeZone) : facts([[t.settings.timeZone, code(timeZone)]]),
        ),
      ),
      section(
        t.settings.apps,
        h("p", { class: "soft" }, t.settings.appsHint),
        h("div", { class: "card" }, isOwner() ? schemesForm(schemes) : schemesList(schemes)),
      ),
    ],
  });
  return viewUnder({ title: t.nav.settings }, settings.element);
}

function schemesList(schemes: readonly string[]): Child {
  return schemes.length === 0 ? t.settings.noApps : facts([[t.settings.schemes, code(schemes.join(" "))]]);
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
      await request("setReturnSchemes", { body: { return_schemes } });
      notify(t.common.saved);
    },
  });
}

function timeZoneForm(current: string): HTMLElement {
  const zones = [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])].sort();
  return form({
    fields: selectField({
      name: "time_zone",
      label: t.settings.timeZone,
      value: current,
      choices: zones.map((zone) => [zone, zone.replaceAll("_", " ")]),
      attributes: { dir: "ltr" },
    }),
    submit: t.common.save,
    onSubmit: async (values) => {
      const body = { time_zone: values.get("time_zone") };
      const { settings } = await request("updateMerchantSettings", { body });
      useTimeZone(settings.time_zone);
      notify(t.common.saved);
    },
  });
}
