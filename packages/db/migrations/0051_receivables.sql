-- What partners owe: accrued by their credits, invoiced, received (docs/decisions/0086).

-- One row per partner; its lock serialises invoices, receipts and credits below a ceiling.
create table partner_account (
  partner_id uuid primary key references partner (partner_id),
  payment_days int not null default 30 check (payment_days between 0 and 365),
  -- What is owed for credits that were added up, on hold too, less what was received and written off.
  open_usd numeric(16, 4) not null default 0,
  -- When staff were told that the ceiling is near; null once it is not.
  warned_at timestamptz
);

-- What each step of a credit adds, until a job adds it to partner_account_day. Parallel credits only insert: none waits.
create table partner_accrual (
  accrual_id bigint generated always as identity primary key,
  partner_id uuid not null,
  -- held: on hold · accrued: paid to the member · reversed: taken back by the partner
  kind text not null check (kind in ('held', 'accrued', 'reversed')),
  day date not null,
  -- The month in which the credit accrued.
  origin_month date not null check (extract(day from origin_month) = 1),
  usd numeric(12, 4) not null
);
create index partner_accrual_partner on partner_accrual (partner_id) include (usd, kind);

create table partner_account_day (
  partner_id uuid not null references partner (partner_id),
  day date not null,
  origin_month date not null check (extract(day from origin_month) = 1),
  month date not null generated always as (date_trunc('month', day::timestamp)::date) stored,
  accrued_usd numeric(16, 4) not null default 0 check (accrued_usd >= 0),
  reversed_usd numeric(16, 4) not null default 0 check (reversed_usd >= 0),
  -- Rounded once a day, so that months and invoices agree to the cent.
  accrued_cents bigint not null generated always as (round(accrued_usd * 100)::bigint) stored,
  reversed_cents bigint not null generated always as (round(reversed_usd * 100)::bigint) stored,
  primary key (partner_id, day, origin_month)
);
create index partner_account_day_month on partner_account_day (month, partner_id);

-- Numbers without gaps: the row is locked until the document is stored.
create table document_series (
  series text primary key,
  last_no int not null check (last_no >= 0)
);

create table partner_invoice (
  invoice_id uuid primary key default gen_random_uuid(),
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit-note')),
  partner_id uuid not null references partner (partner_id),
  -- As it was called when the document was issued.
  partner_name text not null,
  month date not null check (extract(day from month) = 1),
  -- Below zero: a credit note.
  total_cents bigint not null check (total_cents <> 0),
  due_day date not null,
  state text not null check (state in ('issued', 'paid', 'voided', 'written-off')),
  issued_at timestamptz not null default clock_timestamp(),
  issued_by text not null,
  -- Of a credit note: the invoice that it takes back. Of that invoice: the reason.
  voids_id uuid unique references partner_invoice (invoice_id),
  reason text not null default '',
  written_off_cents bigint not null default 0 check (written_off_cents >= 0),
  check ((kind = 'invoice') = (total_cents > 0)),
  check ((kind = 'credit-note') = (voids_id is not null))
);
create unique index partner_invoice_month on partner_invoice (partner_id, month)
  where kind = 'invoice' and state <> 'voided';
create index partner_invoice_newest on partner_invoice (partner_id, issued_at desc, invoice_id);

-- What accrued and was reversed in `month`, of credits that had accrued in `origin_month`.
create table partner_invoice_line (
  invoice_id uuid not null references partner_invoice (invoice_id),
  line_no int not null check (line_no > 0),
  month date not null,
  origin_month date not null,
  accrued_cents bigint not null,
  reversed_cents bigint not null,
  primary key (invoice_id, line_no)
);

create table partner_receipt (
  receipt_id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partner (partner_id),
  -- Of the bank: one payment is booked once, for whichever partner.
  reference text not null unique check (reference = upper(reference) and reference <> ''),
  day date not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What arrived at the bank, after its charge.
  kes_cents bigint not null check (kes_cents > 0),
  charge_kes_cents bigint not null default 0 check (charge_kes_cents >= 0),
  -- KES for one USD, before the charge.
  rate numeric(12, 4) not null check (rate > 0),
  -- Received and charged, less the amount at our own rate of that day.
  fx_difference_kes_cents bigint not null,
  state text not null check (state in ('booked', 'cancelled')),
  booked_at timestamptz not null default clock_timestamp(),
  booked_by text not null,
  approved_by text,
  reason text not null default ''
);
create index partner_receipt_newest on partner_receipt (partner_id, booked_at desc, receipt_id);

create table partner_allocation (
  allocation_id bigint primary key generated always as identity,
  receipt_id uuid not null references partner_receipt (receipt_id),
  invoice_id uuid not null references partner_invoice (invoice_id),
  amount_cents bigint not null check (amount_cents > 0),
  allocated_at timestamptz not null default clock_timestamp()
);
create index partner_allocation_receipt on partner_allocation (receipt_id);
create index partner_allocation_invoice on partner_allocation (invoice_id);

-- What was credited before.
insert into partner_account (partner_id, open_usd)
select p.partner_id, coalesce(sum(c.amount_usd), 0)
from partner p left join partner_credit c on c.partner_id = p.partner_id and c.state in ('pending', 'available')
group by p.partner_id;

insert into partner_account_day (partner_id, day, origin_month, accrued_usd, reversed_usd)
select partner_id, day, origin_month, sum(accrued), sum(reversed)
from (
  select partner_id, day, date_trunc('month', day::timestamp)::date as origin_month, amount_usd as accrued, 0 as reversed
  from (
    -- When a credit that was taken back had been paid is not known any more: at the end of its hold.
    select partner_id, amount_usd,
      (case when state = 'available' then coalesce(settled_at, created_at) else least(settled_at, release_at) end
        at time zone 'Africa/Nairobi')::date as day
    from partner_credit where state in ('available', 'reversed')
  ) paid
  union all
  select partner_id, (settled_at at time zone 'Africa/Nairobi')::date,
    date_trunc('month', least(settled_at, release_at) at time zone 'Africa/Nairobi')::date, 0, amount_usd
  from partner_credit where state = 'reversed'
) moved
group by partner_id, day, origin_month;
