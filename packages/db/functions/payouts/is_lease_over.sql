-- No worker may still write to the provider: its lease is over, or none has one.
create or replace function is_lease_over(lease_until timestamptz) returns boolean language sql as $$
  select coalesce(lease_until <= clock_timestamp(), true)
$$;
