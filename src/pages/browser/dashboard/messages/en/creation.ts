export const creation = {
  creation: {
    intro: "Send the customer the payment link, or show the code.",
    currency: "Currency",
    descriptionHint: "The customer sees it.",
    referenceHint: "Your own order or invoice number.",
    lifetime: "Valid for",
    lifetimes: { 300: "5 minutes", 1800: "30 minutes", 86400: "1 day", 604800: "7 days" },
    more: "More",
    scanToken: "Customer’s code",
    scanTokenHint: "From the customer’s wallet, to request the payment there. It needs a counter.",
    metadataHint: "A JSON object for your own systems.",
  },
};
