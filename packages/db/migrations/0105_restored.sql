-- A key that was in a restored backup opens nothing until an owner turns it on again: it may have been revoked since.
alter table api_key add column restored_at timestamptz;

-- The oldest version that works with these tables, by its newest migration. A process of an earlier version starts beside newer tables
-- only if it is not older than this. A migration that an earlier version cannot work with writes its own name here.
create table schema_floor (
  is_only boolean primary key default true check (is_only),
  migration text not null
);
insert into schema_floor (migration) values ('0105_restored');

-- Mails that wait for hours or were given up.
alter table alarm drop constraint alarm_cause_check;
alter table alarm add constraint alarm_cause_check check (cause in (
  'books-damaged', 'money-differs', 'books-differ', 'tax-overdue', 'statement-missing', 'night-missed', 'callbacks-waiting',
  'float-short', 'mails-waiting'
));

-- A security mail may arrive twice, under one Message-ID, rather than never (decision 12).
alter table mail_delivery add column is_repeatable boolean not null default false;
