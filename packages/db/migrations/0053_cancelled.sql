-- A member may cancel a withdrawal that nobody has decided yet.
alter table withdrawal drop constraint withdrawal_payout_state_check;
alter table withdrawal add constraint withdrawal_payout_state_check check (payout_state in (
  'manual', 'queued', 'sending', 'sent', 'unknown', 'needs_review', 'paid', 'failed', 'returned', 'cancelled'
));
