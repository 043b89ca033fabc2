from django.db.models import Q
from django.dispatch import receiver
from django_scopes import scopes_disabled
from pretix.base.models import OrderPayment, OrderRefund
from pretix.base.signals import periodic_task, register_payment_providers
from pretix.helpers.periodic import minimum_interval

from .client import Unavailable
from .payment import OPEN_PAYMENT, MerchantPayments


@receiver(register_payment_providers, dispatch_uid="merchant_payments_provider")
def register_provider(sender, **kwargs):
    return MerchantPayments


@receiver(periodic_task, dispatch_uid="merchant_payments_settle")
@scopes_disabled()
@minimum_interval(minutes_after_success=2)
def settle_open(sender, **kwargs):
    """What webhooks have not settled: they may have been lost, or pretix was killed in the midst of a refund."""
    own = MerchantPayments.identifier
    begun = Q(refunds__provider=own, refunds__state=OrderRefund.REFUND_STATE_TRANSIT)
    payments = OrderPayment.objects.filter(Q(state__in=OPEN_PAYMENT) | begun, provider=own, info__contains="intent")
    unavailable = set()
    for payment in payments.distinct().select_related("order__event"):
        event = payment.order.event
        if event.pk in unavailable or payment.payment_provider is None:
            continue
        try:
            payment.payment_provider.settle(payment)
        except Unavailable:
            unavailable.add(event.pk)
