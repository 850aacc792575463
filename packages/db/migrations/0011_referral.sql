-- referral: members who invite friends, and what an invitation pays.

-- The owner of a code. Only a sign-up with a code reads it.
create table referral_code (
  code text primary key check (code ~ '^[A-Z0-9]{6,12}$'),
  member_id uuid not null references member (member_id)
);
-- From a member to their code, for erasing it.
create index referral_code_member on referral_code (member_id);

-- The same pairs in reverse: limits a member to one code, as referral_code limits a code to one member.
create table member_referral_code (
  member_id uuid primary key references member (member_id),
  code text not null
);

-- A friend who signed up through a member's link. Settled once, with the reason if nothing is paid.
create table referral (
  -- The member who invited.
  member_id uuid not null references member (member_id),
  friend_id uuid not null references member (member_id),
  -- The friend's id for the inviter and the posting: the member id stays private.
  referral_id uuid not null default gen_random_uuid(),
  joined_at timestamptz not null default now(),
  state text not null default 'joined' check (state in ('joined', 'paid', 'refused')),
  reason text,
  points int,
  settled_at timestamptz,
  primary key (member_id, friend_id),
  constraint referral_is_no_self_invitation check (member_id <> friend_id),
  constraint referral_settled_check check ((state = 'joined') = (settled_at is null)),
  constraint referral_paid_check check ((state = 'paid') = (points is not null) and points > 0),
  constraint referral_refused_check check (
    (state = 'refused') = (reason is not null) and reason in (
      'programme-closed', 'cap-reached', 'same-person', 'returning', 'inviter-suspended', 'inviter-closing', 'inviter-left',
      'friend-left'
    )
  )
);
create unique index referral_by_id on referral (member_id, referral_id);
-- An inviter's page of friends, newest first.
create index referral_newest on referral (member_id, joined_at desc, referral_id desc);

-- Limits a friend to one inviter.
create table referral_friend (
  friend_id uuid primary key references member (member_id),
  member_id uuid not null,
  constraint referral_friend_is_another check (friend_id <> member_id)
);
