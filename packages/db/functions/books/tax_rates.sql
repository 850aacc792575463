-- Today's rate of each kind of earnings for payees of a residence, by kind. One whose class has not begun is left out. Of two classes
-- for the same day the later decision counts.
create or replace function tax_rates(of_residence text) returns jsonb language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_object_agg(in_force.earnings, in_force.percent), '{}') from (
      select distinct on (c.earnings) c.earnings, c.percent from tax_class c
      where c.payee = 'member' and c.residence = of_residence and c.valid_from <= business_day(now())
      order by c.earnings, c.valid_from desc, c.class_id desc
    ) as in_force
  );
end $$;
