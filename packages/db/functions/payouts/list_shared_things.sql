-- Lists the mailboxes, destinations and devices that these members have together with others. One statement for each thing, which
-- stops at the most accounts that count: of a network with one kind of phone there may be very many.
create or replace function list_shared_things(
  asked uuid[], largest_group int, device_days int, largest_device int
) returns table (kind text, members uuid[], method text) language plpgsql stable as $$
declare
  thing record;
begin
  kind := 'mailbox';
  for thing in select distinct m.mailbox_hash as hash from member_mailbox m where m.member_id = any(asked) loop
    members := array(select m.member_id from member_mailbox m where m.mailbox_hash = thing.hash limit largest_group);
    if cardinality(members) > 1 then return next; end if;
  end loop;
  kind := 'destination';
  for thing in select distinct c.destination_hash as hash from destination_claimant c where c.member_id = any(asked) loop
    members := array(
      select c.member_id from destination_claimant c where c.destination_hash = thing.hash limit largest_group
    );
    if cardinality(members) > 1 then
      method := (
        select d.method from payout_destination d where d.member_id = any(members) and d.destination_hash = thing.hash limit 1
      );
      return next;
    end if;
  end loop;
  kind := 'device';
  method := null;
  for thing in
    select distinct s.address, s.user_agent from session s
    where s.member_id = any(asked) and s.address is not null and s.user_agent is not null
      and s.last_seen_at > now() - make_interval(days => device_days)
  loop
    members := array(
      select distinct s.member_id from session s
      where s.address = thing.address and md5(s.user_agent) = md5(thing.user_agent) and s.user_agent = thing.user_agent
        and s.last_seen_at > now() - make_interval(days => device_days)
      limit largest_device + 1
    );
    if cardinality(members) > 1 then return next; end if;
  end loop;
end $$;
