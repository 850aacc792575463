-- A provider that says it is busy may have taken the payment all the same (docs/decisions/0011). Until something proves the opposite,
-- nobody else is asked to pay it.
alter table payout_attempt add column was_asked boolean not null default false;
