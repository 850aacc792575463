-- Counts a proof when it is submitted, and its points when it is approved.
create or replace function count_proof() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_task(new.task_id, new.member_id, 1, 0, 0);
  end if;
  if new.state = 'approved' and (tg_op = 'INSERT' or old.state <> 'approved') then
    perform count_task(new.task_id, new.member_id, 0, 1, new.points);
  end if;
  return null;
end $$;

create constraint trigger task_proof_counted after insert or update on task_proof
  deferrable initially deferred for each row execute function count_proof();
