-- Reads what speaks for each of these members. One statement for each thing, because others who have it may be on other servers.
create or replace function read_cluster_evidence(asked uuid[], own_device_days int) returns table (
  member_id uuid, has_own_destination boolean, has_own_device boolean, good_surveys bigint, is_known_to_staff boolean
) language plpgsql stable as $$
#variable_conflict use_column
declare
  id uuid;
  thing record;
begin
  foreach id in array asked loop
    member_id := id;
    has_own_destination := false;
    for thing in select o.destination_hash as hash from destination_owner o where o.member_id = id loop
      has_own_destination := not exists (
        select 1 from destination_claimant c where c.destination_hash = thing.hash and c.member_id <> id
      );
      exit when has_own_destination;
    end loop;
    has_own_device := false;
    for thing in
      select distinct s.address, s.user_agent from session s
      where s.member_id = id and s.address is not null
        and s.last_seen_at > s.created_at + make_interval(days => own_device_days)
    loop
      has_own_device := not exists (
        select 1 from session s
        where s.address = thing.address and md5(s.user_agent) = md5(thing.user_agent) and s.member_id <> id
      );
      exit when has_own_device;
    end loop;
    good_surveys := (
      select count(*) from survey_attempt a where a.member_id = id and a.status = 'completed' and a.flag_reasons = '{}'
    );
    is_known_to_staff := exists (
      select 1 from person_member known where known.member_id = id and not exists (
        select 1 from person_member other where other.person_id = known.person_id and other.member_id <> id
      )
    );
    return next;
  end loop;
end $$;
