import type { Texts } from "./en.ts";

export const texts: Texts = {
  title: "Favoritos",
  note: "Nota para esta venta",
  old: (name: string) => `El precio de ${name} ha cambiado. Se ha quitado: vuelva a añadirlo.`,
  unchecked: "No se han podido comprobar los precios. Inténtelo de nuevo.",
  panel: {
    hint: "Lo que los dispositivos de esta caja ofrecen con un toque, con su precio.",
    otherCurrency: (prices, tills) =>
      `Estos precios están en ${prices}. Las cajas que venden en ${tills} no los muestran.`,
    none: "Aún no hay favoritos.",
    name: "Nombre",
    price: "Precio",
    add: "Añadir un favorito",
    change: "Cambiar",
    remove: "Quitar",
    removeTitle: (name: string) => `¿Quitar ${name}?`,
    removeHint: "Los dispositivos de esta caja ya no lo ofrecerán.",
    toFront: "Poner primero",
    saved: "Los favoritos están guardados.",
  },
};
