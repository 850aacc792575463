-- A receipt proves one payment, no matter who reports it: the provider, a person, or a file. Once claimed it stays claimed, even if the
-- payment comes back (docs/decisions/0084).
create table payout_receipt (
  receipt text primary key check (receipt = upper(receipt) and receipt <> ''),
  member_id uuid not null,
  withdrawal_id uuid not null,
  claimed_by text not null check (claimed_by in ('provider', 'staff')),
  claimed_at timestamptz not null default now()
);
-- What receipts a withdrawal has claimed: a second one is a second payment.
create index payout_receipt_withdrawal on payout_receipt (withdrawal_id);

-- Of a receipt that two withdrawals used, the first keeps it; reconciliation names the other. Notes that are no receipts stay
-- what they are.
insert into payout_receipt (receipt, member_id, withdrawal_id, claimed_by, claimed_at)
select r.value, r.member_id, r.withdrawal_id, case when exists (
    select from payout_attempt a where a.member_id = r.member_id and a.withdrawal_id = r.withdrawal_id
      and a.state = 'paid' and upper(a.receipt) = r.value and not exists (
        select from withdrawal w where w.member_id = r.member_id and w.withdrawal_id = r.withdrawal_id
          and w.processed_by is not null and w.processed_at >= a.settled_at
      )
  ) then 'provider' else 'staff' end, r.created_at
from payout_reference r where r.kind = 'receipt' and r.value = upper(r.value) and r.value <> ''
on conflict do nothing;

insert into payout_receipt (receipt, member_id, withdrawal_id, claimed_by, claimed_at)
select upper(trim(w.receipt)), w.member_id, w.withdrawal_id, 'staff', w.paid_at
from withdrawal w
where w.status = 'paid' and upper(trim(w.receipt)) ~ '^[A-Z0-9/-]{6,35}$' and w.receipt ~ '[0-9]'
order by w.paid_at, w.withdrawal_id
on conflict do nothing;

-- Of payments that the provider has reported and nobody believed yet.
insert into payout_receipt (receipt, member_id, withdrawal_id, claimed_by, claimed_at)
select upper(a.receipt), a.member_id, a.withdrawal_id, 'provider', coalesce(a.settled_at, a.created_at)
from payout_attempt a where a.state <> 'paid' and upper(a.receipt) ~ '^[A-Z][A-Z0-9]{9}$'
order by a.created_at, a.withdrawal_id
on conflict do nothing;

delete from payout_reference where kind = 'receipt';
alter table payout_reference drop constraint payout_reference_kind_check;
alter table payout_reference add constraint payout_reference_kind_check
  check (kind in ('result-token', 'timeout-token', 'query-token', 'originator', 'conversation'));

alter table reconciliation_difference drop constraint reconciliation_difference_kind_check;
alter table reconciliation_difference add constraint reconciliation_difference_kind_check check (kind in (
  'paid-without-posting', 'posting-without-paid', 'amount-differs', 'number-differs', 'receipt-missing',
  'receipt-unknown', 'receipt-twice', 'receipt-not-settled', 'paid-twice', 'attempt-paid-withdrawal-not',
  'attempt-missing', 'contradiction', 'unresolved', 'tax-differs', 'sum-differs'
));
