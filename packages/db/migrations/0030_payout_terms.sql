-- What a withdrawal needs beyond points and shillings: PayPal, the tax that is withheld, and a second look.
alter table withdrawal drop constraint withdrawal_method_check;
alter table withdrawal
  add constraint withdrawal_method_check check (method in ('mpesa', 'bank', 'paypal')),
  add column paypal_email text,
  -- PayPal carries no shillings: what it sends is fixed with the rest when it is requested.
  add column amount_usd numeric(12, 2),
  add column tax_percent numeric(5, 2) not null default 0 check (tax_percent >= 0 and tax_percent < 100),
  add column tax_kes bigint not null default 0,
  -- What is sent to the member.
  add column payout_kes bigint not null generated always as (amount_kes - tax_kes) stored,
  add column risk_score int not null default 0 check (risk_score >= 0),
  -- Somebody has to look at this one by itself before it is approved.
  add column is_in_review boolean not null default false,
  -- Above the limit of the economy record one person approves and another confirms.
  add column first_approved_by text,
  add column first_approved_at timestamptz,
  add check (method <> 'paypal' or (paypal_email is not null and amount_usd > 0)),
  add check (tax_kes >= 0 and tax_kes < amount_kes),
  add check (tax_percent > 0 or tax_kes = 0),
  add check ((first_approved_by is null) = (first_approved_at is null));

create or replace function guard_withdrawal() returns trigger language plpgsql as $$
declare
  -- payout_kes is calculated after this trigger and by nobody else: here it is empty still.
  personal constant text[] :=
    '{mpesa_number,bank_name,account_number,account_name,paypal_email,admin_comment,payout_kes}';
begin
  if tg_op = 'DELETE' then
    raise exception 'a withdrawal is never removed' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.member_id) and to_jsonb(new) - personal = to_jsonb(old) - personal
    and is_blotted_out(old.mpesa_number, new.mpesa_number) and is_blotted_out(old.bank_name, new.bank_name)
    and is_blotted_out(old.account_number, new.account_number)
    and is_blotted_out(old.account_name, new.account_name)
    and is_blotted_out(old.paypal_email, new.paypal_email)
    and is_blotted_out(old.admin_comment, new.admin_comment)
  then
    return new;
  end if;
  if old.status in ('rejected', 'paid') then
    raise exception 'a % withdrawal is final', old.status using errcode = 'restrict_violation';
  end if;
  if (old.status, new.status) not in (
    ('pending', 'pending'), ('pending', 'approved'), ('pending', 'rejected'),
    ('approved', 'approved'), ('approved', 'paid'), ('approved', 'rejected')
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (new.points, new.amount_kes, new.amount_usd, new.tax_percent, new.tax_kes, new.method, new.mpesa_number,
      new.account_number, new.paypal_email)
    is distinct from (old.points, old.amount_kes, old.amount_usd, old.tax_percent, old.tax_kes, old.method,
      old.mpesa_number, old.account_number, old.paypal_email) then
    raise exception 'what was requested cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
