-- Counts a followed link.
create or replace function count_click() returns trigger language plpgsql as $$
begin
  perform count_task(new.task_id, new.member_id, 1, 0, 0);
  return null;
end $$;

create constraint trigger click_counted after insert on click
  deferrable initially deferred for each row when (new.task_id is not null) execute function count_click();
