import logging
from decimal import Decimal

from django import forms
from django.core.validators import RegexValidator
from django.db import transaction
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from pretix.base.decimal import round_decimal
from pretix.base.forms import SecretKeySettingsField
from pretix.base.models import Order, OrderPayment, OrderRefund, Quota
from pretix.base.payment import BasePaymentProvider, PaymentException
from pretix.helpers import OF_SELF
from pretix.helpers.urls import mainreverse_absolute
from pretix.multidomain.urlreverse import eventreverse_absolute

from .client import Client, Refused, Unavailable

logger = logging.getLogger(__name__)
OPEN_PAYMENT = (OrderPayment.PAYMENT_STATE_CREATED, OrderPayment.PAYMENT_STATE_PENDING)
# A payment that pretix has given up counts all the same when the customer has paid.
UNPAID = (*OPEN_PAYMENT, OrderPayment.PAYMENT_STATE_FAILED, OrderPayment.PAYMENT_STATE_CANCELED)
OPEN_REFUND = (OrderRefund.REFUND_STATE_CREATED, OrderRefund.REFUND_STATE_TRANSIT)
NOT_REFUNDED = (OrderRefund.REFUND_STATE_FAILED, OrderRefund.REFUND_STATE_CANCELED)
ENDED_UNPAID = ("cancelled", "expired", "failed")
# By another status, such as 403 while the merchant is suspended, a refund that has begun is not refused.
REFUND_REFUSED = (400, 402, 409, 422)
TEXT_MAX = 255
PLUGIN = "plugins:pretix_merchant_payments"
secure = RegexValidator(r"^(https://|http://(localhost|127\.0\.0\.1)[:/])", _("Must be an https address."))


class MerchantPayments(BasePaymentProvider):
    identifier = "merchant_payments"
    verbose_name = _("Merchant payments")
    public_name = _("Wallet")
    abort_pending_allowed = True
    test_mode_message = _("In test mode you pay with play money, in the sandbox.")

    @property
    def client(self):
        return Client(self.settings)

    @property
    def settings_form_fields(self):
        common = super().settings_form_fields
        return {
            "_enabled": common.pop("_enabled"),
            "base_url": forms.CharField(label=_("Service URL"), validators=[secure]),
            "client_id": forms.CharField(label=_("Client id of the counter")),
            "client_secret": SecretKeySettingsField(label=_("Client secret of the counter")),
            "webhook_secret": SecretKeySettingsField(label=_("Webhook secret of the counter")),
            "auth_url": forms.CharField(label=_("Identity provider URL"), validators=[secure], required=False),
            **common,
        }

    def settings_content_render(self, request):
        url = mainreverse_absolute(f"{PLUGIN}:webhook", args=(self.event.organizer.slug, self.event.slug))
        return format_html("<p>{} <code>{}</code></p>", _("Webhook address of the counter:"), url)

    def checkout_confirm_render(self, request, order=None, info_data=None):
        return _("You are sent to a page where you pay with your wallet.")

    def payment_is_valid_session(self, request):
        return True

    def payment_pending_render(self, request, payment):
        url = payment.info_data.get("checkout_url")
        if payment.state not in OPEN_PAYMENT or url is None:
            return _("This attempt to pay has ended without a payment.")
        return format_html('<p><a class="btn btn-primary" target="_blank" href="{}">{}</a></p>', url, _("Pay now"))

    def matching_id(self, payment):
        return payment.info_data.get("intent")

    def payment_refund_supported(self, payment):
        return self.matching_id(payment) is not None

    def payment_partial_refund_supported(self, payment):
        return False

    def execute_payment(self, request, payment):
        back = {"order": payment.order.code, "hash": payment.order.tagged_secret(PLUGIN), "payment": payment.pk}
        body = {
            "amount": f"{round_decimal(payment.amount, self.event.currency):f}",
            "currency": self.event.currency,
            "description": f"{self.event.name} {payment.order.code}"[:TEXT_MAX],
            "reference": payment.full_id,
            "return_url": eventreverse_absolute(self.event, f"{PLUGIN}:return", kwargs=back),
        }
        try:
            intent = self.client.call("POST", body=body, key=payment.global_id)
        except (Refused, Unavailable) as error:
            logger.warning("%s: no payment intent: %s", payment.global_id, error)
            raise PaymentException(_("The payment could not be started. Please try again.")) from error
        payment.info_data = {"intent": intent["id"], "checkout_url": intent["checkout_url"]}
        payment.save(update_fields=["info"])
        try:
            self.apply(payment, intent)
        except PaymentException:
            self.cancel_payment(payment)
            raise
        if payment.state != OrderPayment.PAYMENT_STATE_CREATED:
            # pretix was killed in the midst of this attempt, which has ended since.
            return None
        payment.state = OrderPayment.PAYMENT_STATE_PENDING
        payment.save(update_fields=["state"])
        # The page does not open in the widget's frame: there, the order's page has the link.
        return None if request.session.get("iframe_session") else intent["checkout_url"]

    def settle(self, payment, intent_id=None):
        """Brings pretix to what the service says now; safe to repeat. Raises Unavailable."""
        try:
            self.apply(payment, self.client.call("GET", f"/{self.matching_id(payment) or intent_id}"))
        except (PaymentException, Refused) as error:
            logger.error("%s: not settled: %s", payment.global_id, error)

    def apply(self, payment, intent):
        # Play money pays no real order, nor real money a test order.
        expected = ["sandbox" if payment.order.testmode else "live", self.event.currency, payment.full_id]
        found = [intent.get(name) for name in ("environment", "currency", "reference")]
        if found != expected or Decimal(intent["amount_decimal"]) != payment.amount:
            raise PaymentException(_("The payment service is not set up for this order.") + f" {found}")
        payment.refresh_from_db()
        if intent["status"] in ENDED_UNPAID and payment.state in OPEN_PAYMENT:
            payment.fail(log_data={"status": intent["status"]})
        if intent["status"] != "completed":
            return
        if payment.state in UNPAID:
            payment.info_data = {**payment.info_data, "intent": intent["id"]}
            try:
                payment.confirm()
            except Quota.QuotaExceededException as error:
                logger.warning("%s is paid, but sold out: %s", payment.global_id, error)
        if intent["refund_status"] == "completed":
            self.mark_refunded(payment, intent.get("refund_reference") or "")
        elif intent["refund_status"] is None:
            # Only what execute_refund has stored is sent again.
            for refund in payment.refunds.filter(state=OrderRefund.REFUND_STATE_TRANSIT, info__contains="reference"):
                self.resend_refund(refund)

    def mark_refunded(self, payment, reference):
        with transaction.atomic():
            # pretix locks the order as well, while it makes a refund that it has not stored yet.
            Order.objects.select_for_update(of=OF_SELF).get(pk=payment.order_id)
            refunds = list(payment.refunds.filter(provider=self.identifier).exclude(state__in=NOT_REFUNDED))
            for refund in refunds:
                if refund.state in OPEN_REFUND:
                    refund.done()
            if not refunds:
                # It was made at the service's dashboard, or pretix was killed before it had stored its own.
                external = payment.create_external_refund()
                if reference.startswith(f"{payment.order.code}-R-"):
                    external.done()

    def execute_refund(self, refund):
        reason = " ".join((refund.comment or "").split())[:TEXT_MAX]
        refund.info_data = {"reference": refund.full_id, "reason": reason or None}
        refund.state = OrderRefund.REFUND_STATE_TRANSIT
        refund.save(update_fields=["info", "state"])
        try:
            self.send_refund(refund)
        except Refused as error:
            raise PaymentException(str(error)) from error
        except Unavailable as error:
            # The refund stays in transit: runperiodic sends it again until the result is known.
            logger.warning("%s: result unknown: %s", refund.global_id, error)

    def send_refund(self, refund):
        """Its key makes it one refund, however often it is sent; what was refused is refused again."""
        self.client.call("POST", f"/{self.matching_id(refund.payment)}/refund", refund.info_data, refund.global_id)

    def resend_refund(self, refund):
        try:
            self.send_refund(refund)
        except Refused as error:
            if error.status not in REFUND_REFUSED:
                raise
            refund.state = OrderRefund.REFUND_STATE_FAILED
            refund.save(update_fields=["state"])
            refund.order.log_action("pretix.event.order.refund.failed", {"local_id": refund.local_id})

    def cancel_payment(self, payment):
        if self.matching_id(payment) is not None:
            try:
                self.client.call("POST", f"/{self.matching_id(payment)}/cancel")
            except (Refused, Unavailable) as error:
                if getattr(error, "intent_status", None) not in ENDED_UNPAID:
                    raise PaymentException(_("This payment cannot be cancelled: {}").format(error)) from error
        super().cancel_payment(payment)
