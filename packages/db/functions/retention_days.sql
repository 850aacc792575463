-- How many days raw data is kept: the only place. docs/operations.md says why; a test compares both.
create or replace function retention_days(what text) returns int language plpgsql immutable as $$
begin
  return case what
    when 'idempotency keys' then 7
    when 'webhook messages' then 90
    when 'reports of the browsers' then 90
    when 'clients'' sessions' then 90
    when 'test answers' then 90
    when 'sign-off links' then 400
    when 'mails' then 400
    when 'texts' then 400
    when 'payout callbacks' then 400
    when 'premium callbacks' then 400
    when 'partners'' requests' then 400
  end;
end $$;
