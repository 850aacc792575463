-- A callback names the person who was paid. Its body goes once the member is erased; that it came, when and to
-- which address stays, and so does the hash, by which a repeat is still recognised.
create or replace function guard_payout_callback() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'body' = to_jsonb(old) - 'body' and new.body = '' and exists (
    select from payout_reference r
    where r.kind = old.kind || '-token' and r.value = old.token_hash and is_erased(r.member_id)
  ) then
    return new;
  end if;
  raise exception 'payout_callback rows are never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger payout_callback_append_only before update or delete on payout_callback
  for each row execute function guard_payout_callback();
