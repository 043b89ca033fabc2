// What holds for the whole merchant.

import { code, h } from "#pages/browser/kit/h.ts";
import { request } from "../api/request.ts";
import { form, selectField } from "../components/form.ts";
import { notify } from "../components/notice.ts";
import { facts, section, viewUnder } from "../components/page.ts";
import { region } from "../components/region.ts";
import type { View } from "../router.ts";
import { isOwner, useTimeZone } from "../session.ts";
import { t } from "../text.ts";

export function settingsView(): View {
  const settings = region({
    read: () => request("getMerchantSettings"),
    show: ({ settings: { time_zone: timeZone } }) =>
      section(
        t.settings.timeZone,
        h("p", { class: "soft" }, t.settings.timeZoneHint),
        h(
          "div",
          { class: "card" },
          isOwner() ? timeZoneForm(timeZone) : facts([[t.settings.timeZone, code(timeZone)]]),
        ),
      ),
  });
  return viewUnder({ title: t.nav.settings }, settings.element);
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
