-- Remembers the address that mails went to before.
create or replace function keep_former_email() returns trigger language plpgsql as $$
begin
  insert into former_email (member_id, email) values (old.member_id, old.email)
  on conflict (member_id, email) do update set left_at = now();
  return null;
end $$;

create trigger member_keeps_former_email after update of email on member
  for each row when (old.email <> new.email and new.erased_at is null) execute function keep_former_email();
