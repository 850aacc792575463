-- Books the lines of a new entry, which has to balance in each currency, and adds them to the day. Inserting an entry is the only way to
-- book: runs as the owner, because the server's role may add neither lines nor days.
create or replace function book_journal_lines() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  books text;
  uneven text;
begin
  select string_agg(currency, ', ' order by currency) into uneven from (
    select currency from jsonb_to_recordset(new.lines) as l (currency text, minor bigint)
    group by currency having sum(minor) <> 0
  ) as sums;
  if uneven is not null or jsonb_array_length(new.lines) < 2 then
    raise exception 'entry % does not balance: %', new.source_key, coalesce(uneven, 'too few lines')
      using errcode = 'check_violation';
  end if;
  books := set_config('chuma.journal', 'open', true);
  insert into journal_line (entry_id, line_no, account, currency, minor, points, day)
  select new.entry_id, l.line_no, l.line ->> 'account', l.line ->> 'currency', (l.line ->> 'minor')::bigint,
    coalesce((l.line ->> 'points')::bigint, 0), new.day
  from jsonb_array_elements(new.lines) with ordinality as l (line, line_no);
  insert into journal_day as d (day, account, currency, partner_id, slot, debit_minor, credit_minor, points)
  select new.day, l.account, l.currency, coalesce(new.partner_id, '00000000-0000-0000-0000-000000000000'),
    pg_backend_pid() % 4096, sum(greatest(l.minor, 0)), sum(greatest(-l.minor, 0)), coalesce(sum(l.points), 0)
  from jsonb_to_recordset(new.lines) as l (account text, currency text, minor bigint, points bigint)
  -- In one order, so that two bookings never wait for each other in a circle.
  group by l.account, l.currency order by l.account, l.currency
  on conflict (day, account, currency, partner_id, slot) do update set
    debit_minor = d.debit_minor + excluded.debit_minor, credit_minor = d.credit_minor + excluded.credit_minor,
    points = d.points + excluded.points;
  books := set_config('chuma.journal', 'closed', true);
  return null;
end $$;

create trigger journal_entry_booked after insert on journal_entry
  for each row execute function book_journal_lines();
