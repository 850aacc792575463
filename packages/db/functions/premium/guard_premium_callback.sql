-- As guard_payout_callback, for what the provider said about a premium payment.
create or replace function guard_premium_callback() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' and new.body = '' and exists (
    select from premium_reference r
    where r.kind = 'callback-token' and r.value = old.token_hash and is_erased(r.member_id)
  ) then
    return new;
  end if;
  if tg_op = 'DELETE' and old.received_at < now() - make_interval(days => retention_days('premium callbacks'))
    and not exists (
      select from premium_reference r join premium_payment p on p.member_id = r.member_id and p.payment_id = r.payment_id
      where r.kind = 'callback-token' and r.value = old.token_hash and p.settled_at is null
    )
  then
    return old;
  end if;
  raise exception 'premium_callback rows are never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger premium_callback_append_only before update or delete on premium_callback
  for each row execute function guard_premium_callback();
