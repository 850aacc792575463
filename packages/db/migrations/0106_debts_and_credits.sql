-- The wallets of erased members that a print leads to: what one of them still owes meets the person's next account.
alter table erased_print add column member_ids uuid[] not null default '{}';

-- 'debt-moved' gives an erased member's wallet what it lacks and takes it from the next account of the same person.
create or replace function is_sound_posting(
  kind text, available_delta bigint, held_delta bigint, house_account text, reverses_seq bigint
) returns boolean language plpgsql immutable parallel safe as $$
begin
  if house_account = 'rewards' then
    return available_delta > 0 and held_delta = 0 and reverses_seq is null and kind in (
      'survey', 'daily-login', 'spin', 'quiz', 'video', 'ad', 'social', 'micro-job', 'offer', 'referral', 'claim', 'profile'
    );
  end if;
  return (available_delta <> 0 or held_delta <> 0)
    and (available_delta + held_delta = 0) = (house_account is null)
    and (kind = 'reversal') = (reverses_seq is not null)
    and house_account in ('payouts', 'adjustments', 'reversals')
    and case kind
      when 'hold' then available_delta < 0 and held_delta = -available_delta
      when 'release' then available_delta > 0 and held_delta = -available_delta
      when 'payout' then available_delta = 0 and held_delta < 0 and house_account = 'payouts'
      when 'payout-returned' then available_delta > 0 and held_delta = 0 and house_account = 'payouts'
      when 'payout-late' then available_delta < 0 and held_delta = 0 and house_account = 'payouts'
      when 'payout-duplicate' then available_delta < 0 and held_delta = 0 and house_account = 'payouts'
      when 'adjustment' then held_delta = 0 and house_account = 'adjustments'
      when 'debt-written-off' then available_delta > 0 and held_delta = 0 and house_account = 'adjustments'
      when 'debt-moved' then held_delta = 0 and house_account = 'adjustments'
      when 'reversal' then held_delta = 0 and house_account = 'reversals'
      else false
    end;
end $$;
