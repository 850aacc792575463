-- A filed month is never changed or removed. Only its envelope may be made with another key.
create or replace function guard_tax_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and split_part(new.content, ':', 3) is distinct from split_part(old.content, ':', 3)
    and to_jsonb(new) - 'content' = to_jsonb(old) - 'content'
  then
    return new;
  end if;
  raise exception 'a filed month is never changed or removed' using errcode = 'restrict_violation';
end $$;

create trigger tax_file_append_only before update or delete on tax_file
  for each row execute function guard_tax_file();
