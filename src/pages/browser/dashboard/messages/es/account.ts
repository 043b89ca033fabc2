import type { account as en } from "../en/account.ts";

export const account: typeof en = {
  credentials: {
    intro: "Con ellas, sus propios sistemas obtienen tokens de acceso a la API.",
    api: "API",
    base: "Dirección base",
    merchantId: "ID del comercio",
    clientId: "ID de cliente",
    clientSecret: "Secreto de cliente",
    reference: "Referencia",
    rotate: "Nuevo secreto de cliente",
    rotateTitle: "¿Sustituir el secreto de cliente?",
    rotateHint: "El secreto antiguo deja de funcionar al momento. Lo que lo usa necesita el nuevo.",
    rotated: "El nuevo secreto de cliente",
  },
  goLive: {
    title: "Listo para producción",
    intro:
      "Lo que se ha visto aquí en los últimos 30 días. Lo demás ocurre en sus propios sistemas, donde solo usted puede verlo.",
    check: "Paso",
    state: "Estado",
    seen: "Visto",
    states: {
      passed: "Visto",
      missing: "Aún no visto",
      yours_to_confirm: "Confírmelo usted",
    },
    checks: {
      payment_completed: "Se completó un pago",
      webhook_delivered: "Su endpoint respondió 2xx a un webhook firmado",
      webhook_retried: "Un webhook fallido se entregó en un reintento",
      refund_settled: "El libro mayor liquidó un reembolso",
      signatures_verified: "Su endpoint rechaza webhooks con una firma incorrecta",
      secrets_in_manager: "Los secretos de cliente y de webhook están en un gestor de secretos",
      tokens_renewed_early: "Los tokens de acceso se renuevan 30 segundos antes de caducar",
      server_errors_retried:
        "Las peticiones con 5xx se repiten, con espera creciente y la misma Idempotency-Key",
    },
  },
  users: {
    intro: "Los propietarios pueden hacerlo todo. El personal cobra, cancela y lo ve todo.",
    email: "Correo electrónico",
    role: "Rol",
    since: "Desde",
    you: "Usted",
    enabled: "Puede iniciar sesión",
    disabled: "No puede iniciar sesión",
    invite: "Invitar",
    invited: "Invitación",
    mailed: "La invitación se ha enviado por correo.",
    link: "Enlace para establecer una contraseña, válido 72 horas",
    changeTitle: (email) => `¿Cambiar el rol de ${email}?`,
    roleHints: {
      owner: "Puede reembolsar y cambiar cajas, webhooks, usuarios, credenciales y ajustes.",
      staff: "Puede cobrar, cancelar y verlo todo, pero no reembolsar ni cambiar ajustes.",
    },
    remove: "Quitar",
    removeTitle: (email) => `¿Quitar a ${email}?`,
    removeHint: "Se cierra su sesión al momento y ya no puede iniciar otra.",
    removed: "El usuario se ha quitado.",
    tillsLeft: "Dispositivos que siguen vinculados",
    tillsLeftHint: "El usuario los vinculó. Para revocar uno, abra su caja.",
  },
  settings: {
    timeZone: "Zona horaria",
    timeZoneHint: "Todas las horas y los días de los totales son de esta zona.",
  },
};
