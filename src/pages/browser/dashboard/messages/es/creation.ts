import type { creation as en } from "../en/creation.ts";

export const creation: typeof en = {
  creation: {
    intro: "Envíe al cliente el enlace de pago o muéstrele el código.",
    currency: "Moneda",
    descriptionHint: "El cliente la ve.",
    referenceHint: "Su propio número de pedido o factura.",
    lifetime: "Válido durante",
    lifetimes: { 300: "5 minutos", 1800: "30 minutos", 86400: "1 día", 604800: "7 días" },
    more: "Más",
    scanToken: "Código del cliente",
    scanTokenHint: "De su cartera, para pedir allí el pago. Necesita una caja.",
    metadataHint: "Un objeto JSON para sus propios sistemas.",
  },
};
