-- Counts a video or ad when its points are claimed.
create or replace function count_view() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.claimed_at is null then
    perform count_task(new.task_id, new.member_id, 1, 0, new.points);
  end if;
  return null;
end $$;

create constraint trigger task_view_counted after insert or update on task_view
  deferrable initially deferred for each row when (new.claimed_at is not null) execute function count_view();
