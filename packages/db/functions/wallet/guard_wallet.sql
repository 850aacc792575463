-- A wallet starts empty.
create or replace function guard_wallet() returns trigger language plpgsql as $$
begin
  if (new.available, new.held, new.earned, new.seq, new.earned_correction)
    is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::numeric) then
    raise exception 'a wallet starts empty' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger wallet_starts_empty before insert on wallet
  for each row execute function guard_wallet();
