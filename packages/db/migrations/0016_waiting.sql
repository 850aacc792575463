-- Staff pages count what waits, again after every change: each count reads only the rows it counts.
create index withdrawal_undecided on withdrawal (requested_at)
  where status = 'pending' and first_approved_by is null;
create index withdrawal_half_approved on withdrawal (first_approved_at)
  where status = 'pending' and first_approved_by is not null;
create index withdrawal_unclear on withdrawal (requested_at)
  where status = 'approved' and payout_state = 'needs_review';
