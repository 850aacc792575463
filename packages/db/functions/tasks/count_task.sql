-- Adds to a task's sums, in the row that belongs to the member.
create or replace function count_task(
  task uuid, member uuid, more_uses int, more_approved int, more_points int
) returns void language plpgsql as $$
begin
  insert into task_count (task_id, shard, uses, approved, points)
  values (task, count_shard(member), more_uses, more_approved, more_points)
  on conflict (task_id, shard) do update set
    uses = task_count.uses + excluded.uses,
    approved = task_count.approved + excluded.approved,
    points = task_count.points + excluded.points;
end $$;
