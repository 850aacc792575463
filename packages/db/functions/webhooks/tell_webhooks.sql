-- Writes an event and its deliveries for the endpoints that want it. A commit that no endpoint wants reads a
-- table of a few rows and writes none.
create or replace function tell_webhooks(happened text, source text, told jsonb) returns void language plpgsql as $$
begin
  with wanting as (
    select endpoint_id from webhook_endpoint where is_active and happened = any(events)
  ), event as (
    insert into webhook_event (type, source_key, data)
    select happened, happened || ':' || source, told where exists (select from wanting)
    on conflict (source_key) do nothing
    returning event_id
  )
  insert into webhook_delivery (event_id, endpoint_id)
  select event.event_id, wanting.endpoint_id from event, wanting order by wanting.endpoint_id;
end $$;
