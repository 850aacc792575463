-- The person behind an actor of the audit log (`staff:<username>`, `member:<id>`, `key:<name>`). Null: the system, or a member
-- who is not on the staff. Names of accounts and keys are never used again for another.
create or replace function person_of(actor text) returns uuid language plpgsql stable as $$
begin
  return case split_part(actor, ':', 1)
    when 'staff' then (select person_id from staff where username = substr(actor, 7))
    when 'member' then (select person_id from person_member where member_id::text = substr(actor, 8))
    when 'key' then (
      select coalesce(staff.person_id, person_member.person_id) from api_key
      left join staff on staff.staff_id = api_key.owner_staff_id
      left join person_member on person_member.member_id = api_key.owner_member_id
      where lower(api_key.name) = lower(substr(actor, 5))
    )
  end;
end $$;
