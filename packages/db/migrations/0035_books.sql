-- Tax withheld from what was paid: owed to the revenue authority, so booked by itself and kept for ever.
create table withholding (
  member_id uuid not null,
  withdrawal_id uuid not null,
  -- On which it was paid.
  day date not null,
  base_kes bigint not null check (base_kes > 0),
  percent numeric(5, 2) not null check (percent > 0 and percent < 100),
  tax_kes bigint not null check (tax_kes > 0 and tax_kes < base_kes),
  booked_at timestamptz not null default clock_timestamp(),
  primary key (member_id, withdrawal_id),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id)
);
-- What is owed for a month.
create index withholding_day on withholding (day);

-- Only of what was paid, and only what was agreed when it was requested.
create function check_withholding() returns trigger language plpgsql as $$
begin
  if not exists (
    select from withdrawal w where w.member_id = new.member_id and w.withdrawal_id = new.withdrawal_id
      and w.status = 'paid' and business_day(w.paid_at) = new.day
      and (w.amount_kes, w.tax_percent, w.tax_kes) = (new.base_kes, new.percent, new.tax_kes)
  ) then
    raise exception 'no withdrawal was paid less this tax' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger withholding_of_paid before insert on withholding for each row execute function check_withholding();
create trigger withholding_append_only before update or delete on withholding
  for each row execute function refuse_change();
create trigger withholding_no_truncate before truncate on withholding
  for each statement execute function refuse_change();
revoke update, delete, truncate on withholding from public, current_user;

-- What the provider says that it paid, as staff imported it. It counts for whole days, the first and the last included.
create table provider_statement (
  statement_id uuid primary key default gen_random_uuid(),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  line_count int not null check (line_count > 0),
  imported_at timestamptz not null default clock_timestamp(),
  imported_by text not null
);
create index provider_statement_days on provider_statement (first_day, last_day);

create table provider_statement_line (
  receipt text primary key check (receipt ~ '^[A-Z0-9]{6,20}$'),
  statement_id uuid not null references provider_statement (statement_id),
  amount_kes bigint not null check (amount_kes > 0),
  -- Enough to notice that it went to somebody else, and not whose number it is.
  number_end text check (number_end ~ '^[0-9]{3}$'),
  completed_at timestamptz not null
);
create index provider_statement_line_completed on provider_statement_line (completed_at);

create trigger provider_statement_append_only before update or delete on provider_statement
  for each row execute function refuse_change();
create trigger provider_statement_no_truncate before truncate on provider_statement
  for each statement execute function refuse_change();
create trigger provider_statement_line_append_only before update or delete on provider_statement_line
  for each row execute function refuse_change();
create trigger provider_statement_line_no_truncate before truncate on provider_statement_line
  for each statement execute function refuse_change();

-- What a business day comes to: by the withdrawals, by the ledger, and by the provider.
create table reconciliation_run (
  day date primary key,
  made_at timestamptz not null default clock_timestamp(),
  made_by text not null,
  paid_count int not null,
  paid_points bigint not null,
  gross_kes bigint not null,
  tax_kes bigint not null,
  sent_kes bigint not null,
  posted_points bigint not null,
  withheld_kes bigint not null,
  -- Whether an imported statement covers the day. Without one the provider's sums are nothing.
  has_statement boolean not null,
  -- Of what was paid, what the provider has to know.
  expected_kes bigint not null,
  provider_count int not null,
  provider_kes bigint not null
);

create table reconciliation_difference (
  difference_id uuid primary key default gen_random_uuid(),
  day date not null references reconciliation_run (day),
  kind text not null check (kind in (
    'paid-without-posting', 'posting-without-paid', 'amount-differs', 'number-differs', 'receipt-missing',
    'receipt-unknown', 'receipt-twice', 'receipt-not-settled', 'paid-twice', 'attempt-paid-withdrawal-not',
    'contradiction', 'unresolved', 'tax-differs', 'sum-differs'
  )),
  -- What it is about, within its kind.
  subject_key text not null,
  withdrawal_id uuid,
  receipt text,
  unit text check (unit in ('points', 'KES')),
  expected bigint,
  found bigint,
  note text not null default '',
  found_at timestamptz not null default clock_timestamp(),
  resolution text check (resolution <> ''),
  resolved_by text,
  resolved_at timestamptz,
  -- The numbers too: what was explained explains no other difference.
  unique nulls not distinct (day, kind, subject_key, expected, found),
  check ((resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null))
);
create index reconciliation_difference_open on reconciliation_difference (day desc, difference_id)
  where resolved_at is null;
create index reconciliation_difference_day on reconciliation_difference (day desc, difference_id);

-- A new run may find that an open one is gone. What somebody has put his name to stays.
create function guard_difference() returns trigger language plpgsql as $$
begin
  if old.resolved_at is null and tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.resolved_at is null
    and to_jsonb(new) - '{resolution,resolved_by,resolved_at}'::text[]
      = to_jsonb(old) - '{resolution,resolved_by,resolved_at}'::text[]
  then
    return new;
  end if;
  raise exception 'a difference that was found stays as it was found' using errcode = 'restrict_violation';
end $$;
create trigger reconciliation_difference_guard before update or delete on reconciliation_difference
  for each row execute function guard_difference();
create trigger reconciliation_difference_no_truncate before truncate on reconciliation_difference
  for each statement execute function refuse_change();

-- What a day's comparison looks for.
create index withdrawal_paid on withdrawal (paid_at) where status = 'paid';
create index withdrawal_receipt on withdrawal (upper(receipt)) where status = 'paid';
create index posting_payout on posting (created_at) where kind = 'payout';
create index payout_attempt_receipt on payout_attempt (upper(receipt)) where receipt is not null;
create index payout_attempt_settled on payout_attempt (settled_at) where state = 'paid';
create index payout_attempt_unresolved on payout_attempt (created_at) where state in ('unknown', 'needs_review');
create index audit_entry_contradiction on audit_entry (at) where action = 'payout.contradiction';
