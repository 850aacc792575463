-- A video or an advertisement pays a member once a business day. The day is written down with the claim: what day a moment
-- belongs to follows the economy's time zone, so an index cannot compute it.
alter table task_view
  add column day date,
  add constraint task_view_claim_check check (
    (claimed_at is null) = (day is null) and (claimed_at is null or (points is not null and voided_at is null))
  );
create unique index task_view_once_a_day on task_view (member_id, task_id, day);

-- A decision names the proof alone.
create index task_proof_by_id on task_proof (proof_id);
-- A page of all proofs, oldest first.
create index task_proof_oldest on task_proof (submitted_at, proof_id);
