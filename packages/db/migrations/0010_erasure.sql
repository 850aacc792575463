-- What is left of an erased member: his number, the movements of points, and what was paid when. Everything that says
-- who he was may be removed, and only that, and only for him. Postings carry no name and change for nobody.

-- Whatever is forgotten above, an erased member has no name, no address, no password and no rights.
alter table member add constraint member_erased_is_nobody check (
  erased_at is null or (
    email = 'erased-' || member_id::text || '@deleted.invalid' and first_name = 'Erased' and last_name = 'member'
    and country = '' and password_hash = '' and email_verified_at is null and premium_until is null
    and admin_role is null and coalesce(suspension_reason, 'erased') = 'erased'
  )
);
create trigger member_stays_erased before update on member
  for each row when (old.erased_at is not null and new.erased_at is distinct from old.erased_at)
  execute function refuse_change();

create function is_erased(id uuid) returns boolean language sql stable
return exists (select from member where member_id = id and erased_at is not null);

-- Something became the word 'erased', and nothing became something.
create function is_blotted_out(before text, after text) returns boolean language sql immutable parallel safe
return after is not distinct from case when before is not null then 'erased' end;

-- Where mail went to a member before he moved to another address: whoever wants his account back may have to name it, and
-- what was sent there is removed with him.
create table former_email (
  member_id uuid not null references member (member_id),
  email text not null,
  left_at timestamptz not null default now(),
  primary key (member_id, email)
);
create function keep_former_email() returns trigger language plpgsql as $$
begin
  insert into former_email (member_id, email) values (old.member_id, old.email)
  on conflict (member_id, email) do update set left_at = now();
  return null;
end $$;
create trigger member_keeps_former_email after update of email on member
  for each row when (old.email <> new.email and new.erased_at is null) execute function keep_former_email();

-- Nobody earns or asks for money any more who is gone. A partner may still take back what he paid for. Fires after
-- posting_moves_balance, by its name: only with the wallet's lock is it certain that he is not being erased right now.
create function refuse_posting_of_erased() returns trigger language plpgsql as $$
begin
  if new.kind <> 'reversal' and is_erased(new.member_id) then
    raise exception 'member % was erased', new.member_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger posting_of_nobody before insert on posting for each row execute function refuse_posting_of_erased();

create or replace function guard_finished_survey() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'survey_attempt' then
    if tg_op = 'UPDATE' and old.status <> 'completed' then
      return new;
    end if;
  elsif tg_op = 'DELETE' and is_erased(old.member_id) then
    return old;
  elsif not exists (
    select from survey_attempt a where a.member_id = coalesce(new.member_id, old.member_id)
      and a.survey_id = coalesce(new.survey_id, old.survey_id) and a.status = 'completed'
  ) then
    return coalesce(new, old);
  end if;
  raise exception 'a finished survey is never changed' using errcode = 'restrict_violation';
end $$;

create or replace function guard_withdrawal() returns trigger language plpgsql as $$
declare
  personal constant text[] := '{mpesa_number,bank_name,account_number,account_name,admin_comment}';
begin
  if tg_op = 'DELETE' then
    raise exception 'a withdrawal is never removed' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.member_id) and to_jsonb(new) - personal = to_jsonb(old) - personal
    and is_blotted_out(old.mpesa_number, new.mpesa_number) and is_blotted_out(old.bank_name, new.bank_name)
    and is_blotted_out(old.account_number, new.account_number)
    and is_blotted_out(old.account_name, new.account_name)
    and is_blotted_out(old.admin_comment, new.admin_comment)
  then
    return new;
  end if;
  if old.status in ('rejected', 'paid') then
    raise exception 'a % withdrawal is final', old.status using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('pending', 'pending'), ('pending', 'approved'), ('pending', 'rejected'),
    ('approved', 'approved'), ('approved', 'paid'), ('approved', 'rejected')
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (new.points, new.amount_kes, new.method, new.mpesa_number, new.account_number)
    is distinct from (old.points, old.amount_kes, old.method, old.mpesa_number, old.account_number) then
    raise exception 'what was requested cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The provider's words name whom it paid. That it spoke, when and to which address stays; so does the hash, by which a
-- repetition is still recognised.
create function guard_payout_callback() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' and new.body = '' and exists (
    select from payout_reference r
    where r.kind = old.kind || '-token' and r.value = old.token_hash and is_erased(r.member_id)
  ) then
    return new;
  end if;
  raise exception 'payout_callback rows are never changed or removed' using errcode = 'restrict_violation';
end $$;
drop trigger payout_callback_append_only on payout_callback;
create trigger payout_callback_append_only before update or delete on payout_callback
  for each row execute function guard_payout_callback();
-- The way from a member to what was said about him.
create index payout_reference_member on payout_reference (member_id);

-- What an entry of the audit log is about: the member, be it through one of his withdrawals. Null: neither.
create function audited_member(subject text) returns uuid language sql stable
return case
  when subject ~ '^member:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(subject, 8)::uuid
  when subject ~ '^withdrawal:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    (select member_id from withdrawal where withdrawal_id = substr(subject, 12)::uuid)
end;

-- Who did what to whom and when stays. Of what is about an erased member the words go, and of what he did himself the
-- address that he did it from.
create function guard_audit_entry() returns trigger language plpgsql as $$
declare
  personal constant text[] := '{before,after,reason,address}';
  is_about boolean := is_erased(audited_member(old.subject));
  is_by boolean := is_erased(audited_member(old.actor));
begin
  if tg_op = 'UPDATE' and (is_about or is_by) and to_jsonb(new) - personal = to_jsonb(old) - personal
    and (new.address is not distinct from old.address or (is_by and new.address is null))
    and (new.reason is not distinct from old.reason or (is_about and is_blotted_out(old.reason, new.reason)))
    and (new.before is not distinct from old.before or (is_about and new.before is null))
    and (new.after is not distinct from old.after or (is_about and new.after is null))
  then
    return new;
  end if;
  raise exception 'audit_entry rows are never changed or removed' using errcode = 'restrict_violation';
end $$;
drop trigger audit_entry_append_only on audit_entry;

-- Members who act as staff were named by their address. They are named by their number from now on, here and in what is
-- written later; an address that they have left since is known to nobody any more.
grant update on audit_entry to current_user;
update audit_entry a set actor = 'member:' || o.member_id from email_owner o where a.actor = 'member:' || o.email;
revoke update on audit_entry from current_user;
grant update (before, after, reason, address) on audit_entry to current_user;

create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function guard_audit_entry();
-- What is known about one member: for his download of his data, and for erasing it.
create index audit_entry_subject on audit_entry (subject);
