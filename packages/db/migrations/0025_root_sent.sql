-- Webhook books.root: the day's signed root of the books.
alter table webhook_endpoint
  drop constraint webhook_endpoint_events_check,
  add constraint webhook_endpoint_events_check check (
    cardinality(events) between 1 and 5
    and events <@ array['withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed', 'books.root']
  );
alter table webhook_event
  drop constraint webhook_event_type_check,
  add constraint webhook_event_type_check check (
    type in ('withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed', 'books.root', 'webhook.test')
  );
