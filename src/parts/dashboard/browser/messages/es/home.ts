import type { home as en } from "../en/home.ts";

export const home: typeof en = {
  home: {
    morning: "Buenos días",
    afternoon: "Buenas tardes",
    evening: "Buenas noches",
    net: "Hoy, neto",
    weekAgo: (day, amount) => `El ${day} pasado, todo el día: ${amount}`,
    days: "Neto de cada día",
    last: "Últimos pagos",
    all: "Todos los pagos",
    needs: "Requiere su atención",
    nothing: "Nada por ahora.",
    endpoint: "Los webhooks no llegan",
    till: (name) => `Caja «${name}»`,
    unseen: (since) => `Sin verse desde ${since}.`,
    invitation: "Una invitación está por terminar",
    zone: (own) => `Todas las horas están en UTC, pero este navegador está en ${own}.`,
    steps: "Primeros pasos",
    makeCounter: "Crear una caja",
    sell: "Hacer una venta",
    begin: "Empezar",
    done: "hecho",
    period: "Periodos",
  },
};
