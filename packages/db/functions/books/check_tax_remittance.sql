-- A filed month is remitted once, in full: a payment of less would leave a difference with someone.
create or replace function check_tax_remittance() returns trigger language plpgsql as $$
begin
  if not exists (
    select from tax_file f where f.month = new.month and f.tax_kes + f.carried_kes = new.amount_kes
      and new.paid_on > (f.month || '-01')::date and new.paid_on <= business_day(now())
  ) then
    raise exception 'not the tax that was filed for %', new.month using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger tax_remittance_of_filed before insert on tax_remittance
  for each row execute function check_tax_remittance();
