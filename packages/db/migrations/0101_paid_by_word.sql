-- Staff may mark a payment by hand as paid with any note. A note is no receipt: without one there is none.
alter table withdrawal drop constraint withdrawal_check9;
alter table withdrawal add constraint withdrawal_paid check (status <> 'paid' or payout_state = 'paid');
alter table withdrawal drop constraint withdrawal_returned;
alter table withdrawal add constraint withdrawal_returned
  check (payout_state is distinct from 'returned' or status = 'rejected');
