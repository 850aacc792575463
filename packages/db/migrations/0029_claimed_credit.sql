-- A partner's credit that came after staff had granted a claim for its click. It pays nothing, and its reversal takes the claim back.
alter table partner_credit
  add column claim_id uuid,
  add foreign key (member_id, claim_id) references credit_claim (member_id, claim_id);
create unique index partner_credit_of_claim on partner_credit (member_id, claim_id) where claim_id is not null;
