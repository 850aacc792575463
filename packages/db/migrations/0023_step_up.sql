-- Critical calls need a fresh proof of who is at the keyboard: when this session last gave one.
alter table staff_session add column stepped_up_at timestamptz;
alter table session add column stepped_up_at timestamptz;

-- Webhook staff.changed: a change that only owners may make.
alter table webhook_endpoint
  drop constraint webhook_endpoint_events_check,
  add constraint webhook_endpoint_events_check check (
    cardinality(events) between 1 and 4
    and events <@ array['withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed']
  );
alter table webhook_event
  drop constraint webhook_event_type_check,
  add constraint webhook_event_type_check
    check (type in ('withdrawal.paid', 'survey.completed', 'member.verified', 'staff.changed', 'webhook.test'));
