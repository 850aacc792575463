-- Tax is booked only for what was paid, and only as fixed when the withdrawal was requested.
create or replace function check_withholding() returns trigger language plpgsql as $$
begin
  if not exists (
    select from withdrawal w where w.member_id = new.member_id and w.withdrawal_id = new.withdrawal_id
      and w.status = 'paid' and business_day(w.paid_at) = new.day
      and (w.amount_kes, w.tax_percent, w.tax_kes) = (new.base_kes, new.percent, new.tax_kes)
  ) then
    raise exception 'no withdrawal was paid less this tax' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger withholding_of_paid before insert on withholding
  for each row execute function check_withholding();
