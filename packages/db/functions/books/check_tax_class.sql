-- A class begins after today: what was paid keeps its rate, and a class that has begun is never replaced.
create or replace function check_tax_class() returns trigger language plpgsql as $$
begin
  if new.valid_from <= business_day(now()) then
    raise exception 'a tax class begins after today' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger tax_class_begins_later before insert on tax_class
  for each row execute function check_tax_class();
