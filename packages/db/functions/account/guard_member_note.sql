-- A note is final; it goes when the member is erased.
create or replace function guard_member_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.member_id) then
    return old;
  end if;
  raise exception 'member_note rows are never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger member_note_append_only before update or delete on member_note
  for each row execute function guard_member_note();
