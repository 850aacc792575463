-- Whether the member was erased.
create or replace function is_erased(id uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from member where member_id = id and erased_at is not null);
end $$;
