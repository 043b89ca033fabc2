"""Opens a shop whose ticket is paid for with the settings read here; prints what its staff uses."""
import json
import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "pretix.settings"
django.setup()

from django.utils.timezone import now, timedelta
from django_scopes import scopes_disabled
from pretix.base.models import Organizer, User

PASSWORD = "correct horse battery staple"

with scopes_disabled():
    organizer = Organizer.objects.create(name="Festival", slug="festival")
    team = organizer.teams.create(name="Staff", all_events=True, all_event_permissions=True)
    team.members.add(User.objects.create_user("staff@example.com", PASSWORD))
    event = organizer.events.create(
        name="Summer", slug="summer", currency="USD", date_from=now() + timedelta(days=30), live=True, testmode=True,
        plugins="pretix_merchant_payments",
    )
    settings = {"_enabled": True, **json.load(sys.stdin)}
    for name in ("_enabled", "base_url", "client_id", "client_secret", "webhook_secret"):
        event.settings.set(f"payment_merchant_payments_{name}", settings[name])
    ticket = event.items.create(name="Ticket", default_price="12.50")
    event.quotas.create(name="All", size=None).items.add(ticket)
    token = team.tokens.create(name="Test").token
    print(json.dumps({"ticket": ticket.pk, "token": token, "email": "staff@example.com", "password": PASSWORD}))
