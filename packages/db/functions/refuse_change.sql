-- Also called by the guards of src/tables.ts.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A mailed text does not change afterwards.
create trigger contact_reply_kept before update on contact_reply
  for each row execute function refuse_change();

-- Which questions a member was asked does not change afterwards.
create trigger survey_attempt_keeps_version before update on survey_attempt
  for each row when (old.questionnaire_version is distinct from new.questionnaire_version)
  execute function refuse_change();

-- An erased member stays erased.
create trigger member_stays_erased before update on member
  for each row when (old.erased_at is not null and new.erased_at is distinct from old.erased_at)
  execute function refuse_change();

-- A friend's second withdrawal, or a reopened programme, must not decide again. Only a bonus is taken back, when the friend's
-- payment came back.
create trigger referral_settles_once before update on referral
  for each row when (old.state <> 'joined' and not (old.state = 'paid' and new.state = 'joined'))
  execute function refuse_change();

create trigger referral_stays before delete on referral
  for each row when (old.state <> 'joined') execute function refuse_change();
