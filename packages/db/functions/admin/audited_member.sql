-- The member that an entry of the audit log is about: named directly, or by one of their withdrawals, proofs, claims, credits,
-- reviewed surveys or premium payments. Null: none of these.
create or replace function audited_member(subject text) returns uuid language plpgsql stable as $$
begin
  -- A statement for each table: several servers would evaluate all subqueries of one expression, with ids of other tables.
  if subject !~ '^[a-z-]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then return null; end if;
  if subject like 'member:%' then return substr(subject, 8)::uuid; end if;
  if subject like 'withdrawal:%' then
    return (select member_id from withdrawal where withdrawal_id = substr(subject, 12)::uuid);
  end if;
  if subject like 'proof:%' then
    return (select member_id from task_proof where proof_id = substr(subject, 7)::uuid);
  end if;
  if subject like 'claim:%' then
    return (select member_id from credit_claim where claim_id = substr(subject, 7)::uuid);
  end if;
  if subject like 'survey-review:%' then
    -- A request to reject answers that were never in doubt is about the attempt.
    return coalesce(
      (select member_id from survey_review where review_id = substr(subject, 15)::uuid),
      (select member_id from survey_attempt where attempt_id = substr(subject, 15)::uuid and status = 'completed')
    );
  end if;
  if subject like 'credit:%' then
    return (select member_id from partner_credit where credit_id = substr(subject, 8)::uuid);
  end if;
  if subject like 'premium-payment:%' then
    return (select member_id from premium_payment where payment_id = substr(subject, 17)::uuid);
  end if;
  return null;
end $$;
