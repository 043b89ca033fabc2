from django.apps import AppConfig


class MerchantPaymentsApp(AppConfig):
    name = "pretix_merchant_payments"

    class PretixPluginMeta:
        name = author = "Merchant payments"
        description = "Customers pay with their wallet; refunds go back to it, in full."
        category = "PAYMENT"
        version = "1.0.0"

    def ready(self):
        from . import signals  # noqa: F401
