-- Tells open staff pages to count again what waits. Withdrawals and pauses are announced on their own; failed jobs are not,
-- because the job library owns their table: pages also count every minute.
create or replace function announce_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('waiting_change', '');
  return null;
end $$;

create trigger task_proof_waiting after insert or update of state on task_proof
  for each row execute function announce_waiting();
create trigger credit_claim_waiting after insert or update of state on credit_claim
  for each row execute function announce_waiting();
create trigger cluster_waiting after insert or update of state, score on cluster
  for each row execute function announce_waiting();
create trigger survey_review_waiting after insert or update of state on survey_review
  for each row execute function announce_waiting();
create trigger partner_credit_waiting after insert or update of state on partner_credit
  for each row execute function announce_waiting();
create trigger contact_message_waiting after insert or update of status on contact_message
  for each row execute function announce_waiting();
create trigger reconciliation_difference_waiting after insert or update of resolved_at on reconciliation_difference
  for each row execute function announce_waiting();
create trigger statement_desk_waiting after insert or delete on statement_desk
  for each row execute function announce_waiting();
create trigger payout_queue_waiting after insert or update of is_stopped on payout_queue
  for each row execute function announce_waiting();
create trigger payout_float_waiting after update of is_low on payout_float
  for each row execute function announce_waiting();
create trigger approval_request_waiting after insert or update of state on approval_request
  for each row execute function announce_waiting();
create trigger books_check_waiting after insert on books_check
  for each row execute function announce_waiting();
