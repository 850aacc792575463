-- Tax is calculated for today, at the rates in force, of a withdrawal that may not have left yet.
create or replace function check_tax_part() returns trigger language plpgsql as $$
begin
  if new.day <> business_day(now()) or exists (
    select from unnest(
      case new.earnings when 'all' then array['research', 'tasks', 'bonus', 'prize', 'other'] else array[new.earnings] end
    ) as e
    where new.percent <> coalesce((
      select c.percent from tax_class c
      where c.payee = 'member' and c.residence = new.residence and c.earnings = e and c.valid_from <= new.day
      order by c.valid_from desc, c.class_id desc limit 1
    ), 0)
  ) or new.residence <> coalesce((select t.residence from member_tax t where t.member_id = new.member_id), 'resident')
    or not exists (
      select from withdrawal w where w.member_id = new.member_id and w.withdrawal_id = new.withdrawal_id
        and w.status in ('pending', 'approved')
        and new.tax_kes = floor((new.points * w.kes_per_point * (new.percent * 100)::bigint + 5000) / 10000)
    )
  then
    raise exception 'this tax is not that of today''s classes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger tax_part_in_force before insert on tax_part
  for each row execute function check_tax_part();
