-- Makes every process read the new numbers at once instead of a few seconds later.
create or replace function announce_economy() returns trigger language plpgsql as $$
begin
  perform pg_notify('economy_change', new.version::text);
  return null;
end $$;

create trigger economy_announced after insert on economy_version
  for each row execute function announce_economy();
