-- What an entry of the audit log is about: a decision about a proof or a claim is about the member too, and its reason may
-- name him.
create or replace function audited_member(subject text) returns uuid language sql stable
return case
  when subject !~ '^[a-z]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then null
  when subject like 'member:%' then substr(subject, 8)::uuid
  when subject like 'withdrawal:%' then
    (select member_id from withdrawal where withdrawal_id = substr(subject, 12)::uuid)
  when subject like 'proof:%' then (select member_id from task_proof where proof_id = substr(subject, 7)::uuid)
  when subject like 'claim:%' then (select member_id from credit_claim where claim_id = substr(subject, 7)::uuid)
end;

-- A decision names the claim alone.
create index credit_claim_by_id on credit_claim (claim_id);
