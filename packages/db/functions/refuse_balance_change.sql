-- Balances move only by a posting. Asked once for each statement: a trigger before each row would make PostgreSQL lock
-- and write that row first. Not a WHEN, whose text PostgreSQL parses again for each statement.
create or replace function refuse_balance_change() returns trigger language plpgsql as $$
begin
  -- Depth 2: an update by posting_moves_balance or correction_moves_total. Depth 3: by posting_settled, below the
  -- trigger that books several.
  if pg_trigger_depth() not in (2, 3) or tg_op = 'DELETE' then
    raise exception 'a balance moves only by a posting' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger wallet_moves_by_posting before update or delete on wallet
  for each statement execute function refuse_balance_change();
