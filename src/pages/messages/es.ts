import type { Messages } from "./en.ts";

export const es: Messages = {
  pay: "Pague con su monedero",
  openWallet: "Abrir mi monedero",
  scanHint: "Abra su aplicación de monedero y escanee este código.",
  cameraHint: "Escanee este código con la cámara de su teléfono o su aplicación de monedero.",
  otherPhone: "¿Paga con otro teléfono?",
  showCode: "Mostrar el código",
  timeLeft: "Tiempo restante",
  codeAlt: "Código para su aplicación de monedero",
  declined: "El pago se ha rechazado y no se ha cobrado nada. Puede intentarlo de nuevo.",
  live: "Se actualiza al instante",
  polling: "Se actualiza cada pocos segundos",
  offline: "Sin conexión. Reintentando …",
  back: "Volver al comercio",
  languages: "Idioma",
  paymentId: "Pago",
  receipt: { vatId: "NIF-IVA", print: "Imprimir" },
  needsScript: "Esta página necesita JavaScript.",
  states: {
    approval: {
      title: "Apruebe en su aplicación",
      text: "El comercio ha enviado una solicitud a su aplicación de monedero. Apruébela o rechácela allí.",
    },
    underway: {
      title: "El pago se está procesando",
      text: "No pague otra vez. Esta página mostrará el resultado en cuanto se conozca.",
    },
    unpayable: {
      title: "No disponible por ahora",
      text: "Este comercio no puede aceptar pagos en este momento. Pregunte en la caja.",
    },
    completed: { title: "Pagado", text: "El pago se ha completado. Gracias." },
    refunding: { title: "Reembolso en curso", text: "El comercio está devolviendo este pago a su monedero." },
    refunded: { title: "Reembolsado", text: "El comercio ha devuelto este pago a su monedero." },
    cancelled: { title: "Cancelado", text: "Este pago se ha cancelado y ya no se puede pagar." },
    expired: {
      title: "Caducado",
      text: "El tiempo para pagar ha terminado. Pida un código nuevo al comercio.",
    },
  },
  problems: {
    notFound: { title: "Este pago no existe", text: "Compruebe el enlace o pida uno nuevo al comercio." },
    busy: { title: "Demasiadas solicitudes", text: "Esta página se abrirá de nuevo en un minuto." },
    failed: { title: "Algo ha fallado", text: "Su pago está a salvo. Esta página lo intentará de nuevo." },
  },
};
