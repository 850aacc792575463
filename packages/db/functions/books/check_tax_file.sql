-- A month is filed after its end, in order, and says what was booked: a file that states less is refused.
create or replace function check_tax_file() returns trigger language plpgsql as $$
declare
  first_day constant date := (new.month || '-01')::date;
  last_month constant text := to_char(first_day - 1, 'YYYY-MM');
  booked record;
begin
  select coalesce(sum(base_kes), 0) as base_kes, coalesce(sum(tax_kes), 0) as tax_kes into booked from (
    select base_kes, tax_kes from withholding where day >= first_day and day < first_day + interval '1 month'
    union all select -base_kes, -tax_kes from withholding_reversal
      where day >= first_day and day < first_day + interval '1 month'
  ) as b;
  if (new.base_kes, new.tax_kes) is distinct from (booked.base_kes::bigint, booked.tax_kes::bigint)
    or new.carried_kes <> coalesce((
      select least(0, f.tax_kes + f.carried_kes) from tax_file f where f.month < new.month order by f.month desc limit 1
    ), 0)
    or first_day + interval '1 month' > business_day(now())
    or exists (
      select from (select min(day) as day from withholding) as first
      where first.day < first_day and not exists (
        select from tax_file f where f.month >= to_char(first.day, 'YYYY-MM') and f.month = last_month
      )
    )
  then
    raise exception 'the file is not what was withheld in %', new.month using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger tax_file_of_booked before insert on tax_file
  for each row execute function check_tax_file();
