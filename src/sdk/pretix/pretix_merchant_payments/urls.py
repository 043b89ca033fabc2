from django.urls import path

from .views import returned, webhook

urlpatterns = [path("_merchant_payments/webhook/<organizer>/<event>/", webhook, name="webhook")]
event_patterns = [path("merchant_payments/return/<order>/<hash>/<int:payment>/", returned, name="return")]
