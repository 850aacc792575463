-- Books what a member earned. A reward of 0 books nothing; a repeat of the source key returns the first posting.
create or replace function book_reward(
  member uuid, kind text, earned bigint, source_key text, description text, subject_id uuid, actor text,
  out points bigint, out available_points bigint
) language plpgsql as $$
begin
  if earned = 0 then
    select 0, w.available into strict points, available_points from wallet w where w.member_id = member;
  else
    select booked.points, booked.available_after into points, available_points
    from book_posting(member, kind, earned, 0, 'rewards', source_key, description, subject_id, null, actor) booked;
  end if;
end $$;
