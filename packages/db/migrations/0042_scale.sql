-- What the staff's lists still walked to the end for, once they are as long as they will be.

-- All payments for premium, oldest first, and those of one state: premium_payment_review knows one of nine.
create index premium_payment_oldest on premium_payment (created_at, payment_id);
create index premium_payment_state on premium_payment (state, created_at, payment_id);
drop index premium_payment_review;
-- Proofs that were decided either way: the index of all proofs was walked for the few that were rejected.
create index task_proof_state on task_proof (state, submitted_at, proof_id);
drop index task_proof_waiting;
-- The numbers of one member, for his page, for his download of his data, and for erasing it.
create index payout_number_member on payout_number (member_id);
