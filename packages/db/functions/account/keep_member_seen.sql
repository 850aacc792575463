-- Keeps when a member was last here, on any device.
create or replace function keep_member_seen() returns trigger language plpgsql as $$
begin
  if tg_table_name ^@ 'member' then
    insert into member_seen (member_id, last_seen_at) values (new.member_id, new.created_at);
  else
    -- Two devices at the same time: the later time stays, whichever commits last.
    insert into member_seen as seen (member_id, last_seen_at) values (new.member_id, new.last_seen_at)
    on conflict (member_id) do update set last_seen_at = excluded.last_seen_at
      where seen.last_seen_at < excluded.last_seen_at;
  end if;
  return null;
end $$;

create trigger member_is_seen after insert on member
  for each row execute function keep_member_seen();
create trigger session_is_seen after insert or update of last_seen_at on session
  for each row execute function keep_member_seen();
