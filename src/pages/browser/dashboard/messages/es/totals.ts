import type { totals as en } from "../en/totals.ts";

export const totals: typeof en = {
  totals: {
    intro: (zone) => `Los días empiezan y terminan en la zona horaria ${zone}.`,
    today: "Hoy",
    show: "Mostrar",
    perCurrency: "Por moneda",
    perCounter: "Por caja",
    currency: "Moneda",
    paid: "Pagado",
    refunded: "Reembolsado",
    net: "Neto",
    payments: (number) => `Pagos: ${number}`,
    refunds: (number) => `Reembolsos: ${number}`,
    noCounter: "Sin caja",
    download: "Descargar CSV",
    downloaded: "El archivo CSV está listo.",
    empty: "No hay pagos",
    emptyHint: "No se pagó ni se reembolsó nada en este tiempo.",
  },
};
