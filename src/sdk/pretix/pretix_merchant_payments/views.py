import json

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django_scopes import scopes_disabled
from pretix.base.models import Event, Order, OrderPayment
from pretix.multidomain.urlreverse import eventreverse

from .client import Unavailable
from .payment import PLUGIN, MerchantPayments
from .signature import is_signed


@csrf_exempt
@require_POST
@scopes_disabled()
def webhook(request, organizer, event):
    event = get_object_or_404(Event, organizer__slug=organizer, slug=event)
    provider = event.get_payment_providers().get(MerchantPayments.identifier)
    if provider is None:
        raise Http404()
    if not is_signed(provider.settings.get("webhook_secret", ""), request.headers, request.body):
        return HttpResponse("invalid signature", status=401)
    data = json.loads(request.body)["data"]
    reference = data.get("reference") or ""
    # A copy of an event has its counter, too.
    orders = event.organizer.orders.filter(code=reference.partition("-")[0])
    payments = OrderPayment.objects.filter(order__in=orders, provider=provider.identifier)
    payment = next((each for each in payments if each.full_id == reference), None)
    if payment is not None and payment.payment_provider is not None:
        try:
            payment.payment_provider.settle(payment, data["payment_intent"]["id"])
        except Unavailable as error:
            return HttpResponse(str(error), status=503)
    return HttpResponse(status=204)


def returned(request, order, hash, payment, **kwargs):
    try:
        order = request.event.orders.get_with_secret_check(code=order, received_secret=hash, tag=PLUGIN)
    except Order.DoesNotExist:
        raise Http404()
    payment = get_object_or_404(order.payments, pk=payment, provider=MerchantPayments.identifier)
    try:
        payment.payment_provider.settle(payment)
    except Unavailable:
        pass
    order.refresh_from_db()
    url = eventreverse(request.event, "presale:event.order", kwargs={"order": order.code, "secret": order.secret})
    return redirect(url + ("?paid=yes" if order.status == Order.STATUS_PAID else ""))
