-- Reads what the holds of one withdrawal depend on; the rules themselves are in core (docs/decisions/0075). A function, because
-- PostgreSQL then plans its statements once in a connection, whichever pool lends that connection: every payment needs them at
-- least twice. Each statement keeps to one member, destination or mailbox, which may be on different servers; only who else used a
-- phone is asked of all.
create or replace function read_hold_facts(
  of_member uuid, of_withdrawal uuid, destination_hashes bytea[], mailbox_prints bytea[], claim_days int, change_hours int,
  device_days int, largest_device int, fresh_days int,
  out now timestamptz, out requested_at timestamptz, out member_since timestamptz, out was_ever_paid boolean,
  out phone_accounts int, out fresh_accounts int, out paused_accounts int, out paused_at timestamptz,
  out network_paused_accounts int, out network_paused_at timestamptz,
  out available bigint, out debt_points bigint, out debt_since timestamptz,
  out unconfirmed_points bigint, out unconfirmed_since timestamptz,
  out owner_id uuid, out other_claimants int, out named_at timestamptz, out was_paid_there boolean,
  out was_paid_elsewhere boolean, out change_kinds text[], out changed_at timestamptz[],
  out mailbox_accounts int, out mailbox_since timestamptz,
  out doubtful_since timestamptz[], out doubtful_until timestamptz[], out is_cluster_held boolean, out former_ids uuid[]
) language plpgsql stable as $$
#variable_conflict use_column
declare
  own_mailbox bytea;
  claimed bytea[];
  phone record;
  accounts uuid[];
  fresh int;
  paused int;
  newest_pause timestamptz;
begin
  now := clock_timestamp();
  select w.requested_at, wallet.available, greatest(0, -wallet.available)
  into strict requested_at, available, debt_points
  from withdrawal w join wallet on wallet.member_id = w.member_id
  where w.member_id = of_member and w.withdrawal_id = of_withdrawal;
  was_ever_paid := exists (select from withdrawal p where p.member_id = of_member and p.status = 'paid');

  select m.created_at into strict member_since from member m where m.member_id = of_member;

  -- Who used the phones that the member uses: the most of each kind on one phone. More than `largest_device` accounts are a network
  -- with the same kind of phone, whose accounts are not counted. Pauses: of groups that staff paused within `fresh_days`.
  phone_accounts := 0;
  fresh_accounts := 0;
  paused_accounts := 0;
  network_paused_accounts := 0;
  for phone in
    select distinct s.address, s.user_agent from session s
    where s.member_id = of_member and s.address is not null and s.user_agent is not null
      and s.last_seen_at > clock_timestamp() - make_interval(days => device_days)
  loop
    accounts := array(
      select distinct s.member_id from session s
      where s.address = phone.address and md5(s.user_agent) = md5(phone.user_agent) and s.user_agent = phone.user_agent
        and s.last_seen_at > clock_timestamp() - make_interval(days => device_days)
      limit largest_device + 1
    );
    select count(distinct p.member_id), max(p.paused_at) into paused, newest_pause
    from payout_pause p
    join cluster_member c on c.member_id = p.member_id
    join session s on s.member_id = p.member_id and s.address = phone.address and s.user_agent = phone.user_agent
    where p.lifted_at is null and p.paused_at > clock_timestamp() - make_interval(days => fresh_days);
    if cardinality(accounts) > largest_device then
      network_paused_accounts := greatest(network_paused_accounts, paused);
      network_paused_at := greatest(network_paused_at, newest_pause);
    else
      select count(*) into fresh from member m
      where m.member_id = any(accounts) and m.created_at > clock_timestamp() - make_interval(days => fresh_days);
      phone_accounts := greatest(phone_accounts, cardinality(accounts));
      fresh_accounts := greatest(fresh_accounts, fresh);
      paused_accounts := greatest(paused_accounts, paused);
      paused_at := greatest(paused_at, newest_pause);
    end if;
  end loop;

  -- Since when the balance is negative.
  if debt_points > 0 then
    select min(p.created_at) into debt_since from posting p
    where p.member_id = of_member and p.seq > coalesce((
      select max(q.seq) from posting q where q.member_id = of_member and q.available_after >= 0
    ), 0);
  end if;

  -- Claims that staff granted lately and the partner has not confirmed.
  select coalesce(sum(c.points), 0), max(c.decided_at) into unconfirmed_points, unconfirmed_since
  from credit_claim c
  where c.member_id = of_member and c.state = 'credited'
    and c.decided_at > clock_timestamp() - make_interval(days => claim_days)
    and not exists (select from partner_credit p where p.member_id = of_member and p.claim_id = c.claim_id);

  -- `destination_hashes`: of one destination, with every key that may have hashed it.
  select o.member_id into owner_id from destination_owner o where o.destination_hash = any(destination_hashes);
  select count(distinct c.member_id) into other_claimants from destination_claimant c
  where c.destination_hash = any(destination_hashes) and c.member_id <> of_member;
  select min(d.named_at) filter (where d.destination_hash = any(destination_hashes)),
    coalesce(bool_or(d.paid_at is not null) filter (where d.destination_hash = any(destination_hashes)), false),
    coalesce(bool_or(d.paid_at is not null) filter (where d.destination_hash <> all(destination_hashes)), false)
  into named_at, was_paid_there, was_paid_elsewhere
  from payout_destination d where d.member_id = of_member;

  -- What changed about how the account is opened, newest first.
  select coalesce(array_agg(a.kind order by a.created_at desc), '{}'),
    coalesce(array_agg(a.created_at order by a.created_at desc), '{}')
  into change_kinds, changed_at
  from account_change a
  where a.member_id = of_member and a.created_at > clock_timestamp() - make_interval(hours => change_hours);

  -- Other members who proved the mailbox of this member's address, and since when it is shared.
  select mailbox_hash(m.email) into own_mailbox from member m
  where m.member_id = of_member and m.email_verified_at is not null;
  select count(*) filter (where m.member_id <> of_member), max(m.created_at) into mailbox_accounts, mailbox_since
  from member_mailbox m where m.mailbox_hash = own_mailbox;
  if mailbox_accounts = 0 then
    mailbox_since := null;
  end if;

  -- Surveys that paid although their answers are in doubt, oldest first.
  select coalesce(array_agg(r.opened_at order by r.opened_at, r.survey_id), '{}'),
    coalesce(array_agg(r.until order by r.opened_at, r.survey_id), '{}')
  into doubtful_since, doubtful_until
  from survey_review r where r.member_id = of_member and r.state = 'doubtful';

  is_cluster_held := exists (
    select 1 from cluster_member m join cluster c on c.cluster_id = m.cluster_id
    where m.member_id = of_member and c.state = 'held'
  );

  -- Erased accounts that left the print of one of the member's mailboxes or destinations, in the order in which wallets are locked.
  claimed := array(select c.destination_hash from destination_claimant c where c.member_id = of_member);
  former_ids := array(
    select distinct unnest(p.member_ids) from erased_print p
    where p.print_hash = any(mailbox_prints || claimed) and p.until > clock_timestamp() order by 1
  );
end $$;
