-- Tax is no longer owed only for a payment that came back, and only what was booked for it.
create or replace function check_withholding_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from withholding h join withdrawal w on w.member_id = h.member_id and w.withdrawal_id = h.withdrawal_id
    where h.member_id = new.member_id and h.withdrawal_id = new.withdrawal_id and w.payout_state = 'returned'
      and (h.base_kes, h.tax_kes) = (new.base_kes, new.tax_kes)
  ) then
    raise exception 'no payment less this tax came back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger withholding_reversal_of_returned before insert on withholding_reversal
  for each row execute function check_withholding_reversal();
