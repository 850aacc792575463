-- The member that an entry of the audit log is about: named directly, or by one of their withdrawals, proofs, claims, credits,
-- reviewed surveys or premium payments. Null: none of these.
create or replace function audited_member(subject text) returns uuid language plpgsql stable as $$
begin
  return case
    when subject !~ '^[a-z-]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then null
    when subject like 'member:%' then substr(subject, 8)::uuid
    when subject like 'withdrawal:%' then
      (select member_id from withdrawal where withdrawal_id = substr(subject, 12)::uuid)
    when subject like 'proof:%' then (select member_id from task_proof where proof_id = substr(subject, 7)::uuid)
    when subject like 'claim:%' then (select member_id from credit_claim where claim_id = substr(subject, 7)::uuid)
    when subject like 'survey-review:%' then
      (select member_id from survey_review where review_id = substr(subject, 15)::uuid)
    when subject like 'credit:%' then (select member_id from partner_credit where credit_id = substr(subject, 8)::uuid)
    when subject like 'premium-payment:%' then
      (select member_id from premium_payment where payment_id = substr(subject, 17)::uuid)
  end;
end $$;
