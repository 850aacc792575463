-- Tax on payments (docs/decisions/0089): dated classes, what each payment is made of, payees' details, files and remittances.

-- The rate from `valid_from` until the next class of the same earnings, residence and payee. Of two for one day the later decision counts.
create table tax_class (
  class_id bigint generated always as identity primary key,
  earnings text not null check (earnings in ('research', 'tasks', 'bonus', 'prize', 'other')),
  residence text not null check (residence in ('resident', 'non-resident')),
  payee text not null check (payee in ('member')),
  percent numeric(5, 2) not null check (percent >= 0 and percent <= 50),
  valid_from date not null,
  reason text not null check (reason <> ''),
  decided_by text not null,
  decided_at timestamptz not null default clock_timestamp()
);
create index tax_class_in_force on tax_class (payee, residence, earnings, valid_from desc, class_id desc);

-- The rates of the economy record held for all earnings of everyone.
insert into tax_class (earnings, residence, payee, percent, valid_from, reason, decided_by, decided_at)
select e, r, 'member', (rate ->> 'percent')::numeric, (rate ->> 'from')::date, 'Moved from the economy record', v.changed_by, v.created_at
from (select * from economy_version order by version desc limit 1) v,
  jsonb_array_elements(v.record -> 'withholdingTax') rate,
  unnest(array['research', 'tasks', 'bonus', 'prize', 'other']) e,
  unnest(array['resident', 'non-resident']) r
order by rate ->> 'from', e, r;

-- What a withdrawal's points were earned by, and the rates of the day on which its tax was calculated. The last day counts.
create table tax_part (
  member_id uuid not null,
  withdrawal_id uuid not null,
  day date not null,
  -- 'all': every kind of earnings had this rate.
  earnings text not null check (earnings in ('all', 'research', 'tasks', 'bonus', 'prize', 'other')),
  residence text not null,
  points bigint not null check (points > 0),
  percent numeric(5, 2) not null,
  tax_kes bigint not null check (tax_kes >= 0),
  primary key (member_id, withdrawal_id, day, earnings),
  foreign key (member_id, withdrawal_id) references withdrawal (member_id, withdrawal_id)
);

-- Without a row: resident, no PIN.
create table member_tax (
  member_id uuid primary key references member (member_id),
  residence text not null default 'resident' check (residence in ('resident', 'non-resident')),
  -- Sealed (docs/decisions/0068).
  pin text check (pin like 'sealed:1:%'),
  -- Its last two characters, which is all that lists show.
  pin_end text check (char_length(pin_end) = 2),
  changed_at timestamptz not null default now(),
  check ((pin is null) = (pin_end is null))
);

-- A month as it was filed with the revenue authority. Without a row it is open.
create table tax_file (
  month text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  payments int not null,
  base_kes bigint not null,
  tax_kes bigint not null,
  -- What earlier months withheld too much and nobody paid back: zero or less.
  carried_kes bigint not null check (carried_kes <= 0),
  due_on date not null,
  -- Names and PINs as they were filed, sealed (docs/decisions/0068), and the SHA-256 of what is in the envelope.
  content text not null check (content like 'sealed:1:%'),
  content_hash bytea not null check (octet_length(content_hash) = 32),
  filed_by text not null,
  filed_at timestamptz not null default clock_timestamp()
);

create table tax_remittance (
  month text primary key references tax_file (month),
  amount_kes bigint not null check (amount_kes > 0),
  -- The payment registration number of the authority, or the bank's reference.
  reference text not null unique check (reference = upper(reference) and reference <> ''),
  paid_on date not null,
  recorded_by text not null,
  recorded_at timestamptz not null default clock_timestamp()
);
