-- An invited friend has one inviter (referral_friend's key), is settled once, and says why when nothing is paid for him.

alter table referral
  -- What the inviter sees of him, and what the posting is about: who the friend is to us is nobody else's business.
  add column referral_id uuid not null default gen_random_uuid(),
  add constraint referral_is_no_self_invitation check (member_id <> friend_id),
  add constraint referral_settled_check check ((state = 'joined') = (settled_at is null)),
  add constraint referral_paid_check check ((state = 'paid') = (points is not null) and points > 0),
  add constraint referral_refused_check check (
    (state = 'refused') = (reason is not null) and reason in (
      'programme-closed', 'cap-reached', 'same-person', 'inviter-suspended', 'inviter-closing', 'inviter-left', 'friend-left'
    )
  );
create unique index referral_by_id on referral (member_id, referral_id);
-- An inviter's page of friends, newest first.
create index referral_newest on referral (member_id, joined_at desc, referral_id desc);

-- A second withdrawal of the friend, or a programme that opens again, finds what was decided.
create trigger referral_settles_once before update or delete on referral
  for each row when (old.state <> 'joined') execute function refuse_change();
