-- A callback names the person who was paid. Its body goes once the member is erased; that it came, when and to
-- which address stays, and so does the hash, by which a repeat is still recognised. It is removed once it is old and its payout
-- is settled (forget_payout_callbacks).
create or replace function guard_payout_callback() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' and new.body = '' and exists (
    select from payout_reference r
    where r.kind = old.kind || '-token' and r.value = old.token_hash and is_erased(r.member_id)
  ) then
    return new;
  end if;
  if tg_op = 'DELETE' and old.received_at < now() - make_interval(days => retention_days('payout callbacks'))
    and not exists (
      select from payout_reference r join withdrawal w on w.member_id = r.member_id and w.withdrawal_id = r.withdrawal_id
      where r.kind = old.kind || '-token' and r.value = old.token_hash and w.status in ('pending', 'approved')
    )
  then
    return old;
  end if;
  raise exception 'payout_callback rows are never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger payout_callback_append_only before update or delete on payout_callback
  for each row execute function guard_payout_callback();
