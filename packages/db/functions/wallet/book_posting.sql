-- Books one posting, or returns the first of its cause; for many, call it for each row. A function, because PostgreSQL
-- then parses and plans the INSERT once in a connection, whichever pool lends that connection.
create or replace function book_posting(
  member uuid, kind text, available_delta bigint, held_delta bigint, house_account text, source_key text,
  description text, subject_id uuid, reverses_seq bigint, actor text,
  out id bigint, out points bigint, out available_after bigint, out held_after bigint, out is_new boolean
) language plpgsql as $$
begin
  insert into posting as p (
    member_id, kind, available_delta, held_delta, house_account, source_key, description, subject_id, reverses_seq,
    actor
  )
  values (
    member, kind, available_delta, held_delta, house_account, source_key, description, subject_id, reverses_seq, actor
  )
  returning p.seq, p.available_delta, p.available_after, p.held_after into id, points, available_after, held_after;
  is_new := found;
  if not is_new then
    select p.seq, p.available_delta, p.available_after, p.held_after
    into strict id, points, available_after, held_after
    from posting p where p.member_id = member and p.source_key = book_posting.source_key;
  end if;
end $$;
