-- What members chose about their profile, what was unlikely about it, and the reward for answering.

create table profile_choice (
  member_id uuid primary key references member (member_id),
  -- Set while answers are passed to partners: a consent of its own.
  shared_at timestamptz,
  share_version int,
  -- The business day of the latest single question that was answered or dismissed: one a day.
  prompted_on date,
  -- Attributes that the member does not want to be asked about on the dashboard.
  dismissed text[] not null default '{}' check (cardinality(dismissed) <= 50),
  check ((shared_at is null) = (share_version is null))
);

-- For quality: a year of birth or a sex that changed. Not the answers, which a member can withdraw. `withdrawn`: without it a
-- member could withdraw an answer, and give another, unseen.
create table profile_flag (
  member_id uuid not null references member (member_id),
  attribute text not null,
  kind text not null check (kind in ('changed', 'withdrawn')),
  flagged_at timestamptz not null default clock_timestamp(),
  primary key (member_id, attribute, flagged_at)
);

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
      when 'reversal' then held_delta = 0 and house_account = 'reversals'
      else false
    end;
end $$;
