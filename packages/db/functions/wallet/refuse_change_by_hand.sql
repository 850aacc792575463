-- Balances and the days' earnings change only while a ledger function holds the ledger open.
-- Checked once per statement: a trigger before each row would make PostgreSQL lock and write that row first.
create or replace function refuse_change_by_hand() returns trigger language plpgsql as $$
begin
  if current_setting('chuma.ledger', true) is distinct from 'open' then
    raise exception '% changes only by a posting', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger wallet_guard before update or delete on wallet
  for each statement execute function refuse_change_by_hand();
create trigger earning_day_guard before update or delete on earning_day
  for each statement execute function refuse_change_by_hand();
