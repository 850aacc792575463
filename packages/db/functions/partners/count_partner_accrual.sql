-- Notes what a credit's step changes in what its partner owes. Only inserts: parallel credits of a partner never wait for each other.
create or replace function count_partner_accrual() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.state end;
  today date := business_day(coalesce(new.settled_at, now()));
  origin date := date_trunc('month', today::timestamp)::date;
begin
  if new.state = was or new.amount_usd = 0 then return null; end if;
  if new.state = 'pending' or was = 'pending' then
    insert into partner_accrual (partner_id, kind, day, origin_month, usd)
    values (new.partner_id, 'held', today, origin, case when was = 'pending' then -old.amount_usd else new.amount_usd end);
  end if;
  if new.state = 'available' then
    insert into partner_accrual (partner_id, kind, day, origin_month, usd)
    values (new.partner_id, 'accrued', today, origin, new.amount_usd);
  elsif new.state = 'reversed' then
    -- A credit that is stored as reversed at once accrued on the day it came.
    if was is null then
      insert into partner_accrual (partner_id, kind, day, origin_month, usd)
      values (new.partner_id, 'accrued', business_day(new.created_at),
        date_trunc('month', business_day(new.created_at)::timestamp)::date, new.amount_usd);
    end if;
    insert into partner_accrual (partner_id, kind, day, origin_month, usd)
    values (new.partner_id, 'reversed', today, date_trunc('month', business_day(
      case when was is null then new.created_at else coalesce(old.settled_at, old.created_at) end)::timestamp)::date, new.amount_usd);
  end if;
  return null;
end $$;

create trigger partner_credit_accrues after insert or update of state on partner_credit
  for each row execute function count_partner_accrual();
