-- What age removes, and alarms (docs/decisions/0091).

-- A request that has served its purpose is emptied. That the event came, and what became of it, stays: it counts once and can be reversed.
alter table partner_event add column emptied_at timestamptz;
alter table partner_event drop constraint partner_event_stored_once;
alter table partner_event add constraint partner_event_stored_once check (
  num_nonnulls(target, headers, body) = case when sealed is null and emptied_at is null then 3 else 0 end
    and (emptied_at is null or sealed is null)
);
drop index partner_event_plain;
create index partner_event_plain on partner_event (event_id) where sealed is null and emptied_at is null;
create index partner_event_kept on partner_event (received_at) where emptied_at is null;

create index payout_callback_oldest on payout_callback (received_at);
create index premium_callback_oldest on premium_callback (received_at);
create index sms_delivery_oldest on sms_delivery (created_at);

-- One alarm a cause at a time. A cause that comes back is a new alarm.
create table alarm (
  alarm_id uuid primary key default gen_random_uuid(),
  cause text not null check (cause in (
    'books-damaged', 'money-differs', 'books-differ', 'tax-overdue', 'statement-missing', 'night-missed', 'callbacks-waiting'
  )),
  -- What staff read: amounts, days and counts, never a person.
  detail text not null check (char_length(detail) <= 300),
  raised_at timestamptz not null default clock_timestamp(),
  cleared_at timestamptz,
  acknowledged_by text,
  acknowledged_at timestamptz,
  check ((acknowledged_by is null) = (acknowledged_at is null))
);
create unique index alarm_open on alarm (cause) where cleared_at is null;
create index alarm_newest on alarm (raised_at desc);
