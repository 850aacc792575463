-- Adds an organisation's new steps to the orders' day and to its account, which the caller has locked.
create or replace function add_up_client_steps(organisation uuid) returns void language plpgsql as $$
declare
  -- The statement may have waited for the lock past midnight: a day that is booked gets nothing more.
  today date := greatest(business_day(statement_timestamp()), (
    select max(d.day) + 1 from client_day d join client_order o on o.order_id = d.order_id
    where o.organisation_id = organisation and d.is_booked
  ));
begin
  with taken as (
    delete from client_step s using client_order o where o.order_id = s.order_id and o.organisation_id = organisation
    returning o.order_id, o.price_cents, s.completes, s.places
  ), sums as (
    select order_id, price_cents, sum(completes) as completes, sum(places) as places from taken group by 1, 2
  ), days as (
    insert into client_day as known (order_id, day, completes, cents)
    select order_id, today, completes, completes * price_cents from sums where completes <> 0
    on conflict (order_id, day) do update set
      completes = known.completes + excluded.completes, cents = known.cents + excluded.cents
  )
  update client_account set
    consumed_cents = consumed_cents + coalesce((select sum(completes * price_cents) from sums), 0),
    reserved_cents = reserved_cents + coalesce((select sum((places - completes) * price_cents) from sums), 0)
  where organisation_id = organisation;
end $$;
