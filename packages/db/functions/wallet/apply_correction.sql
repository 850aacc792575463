-- A member's points move by their posting, which comes first and carries the correction's id; the total moves here. A
-- correction made from figures that have changed since is refused.
create or replace function apply_correction() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  ledger text;
  w wallet;
begin
  select * into w from wallet where member_id = new.member_id for update;
  if w.total_earnings is distinct from new.total_before or w.available is distinct from new.points_after then
    raise exception 'a correction of what is not there' using errcode = 'restrict_violation';
  end if;
  if new.points_after <> new.points_before and not exists (
    select from posting p where p.member_id = new.member_id and p.source_key = 'correction:' || new.correction_id
      and p.kind = 'adjustment' and p.available_delta = new.points_after - new.points_before
  ) then
    raise exception 'a correction without its posting' using errcode = 'restrict_violation';
  end if;
  ledger := set_config('chuma.ledger', 'open', true);
  update wallet set earned_correction = earned_correction + new.total_after - new.total_before
  where member_id = new.member_id;
  ledger := set_config('chuma.ledger', 'closed', true);
  return new;
end $$;

create trigger correction_moves_total before insert on earnings_correction
  for each row execute function apply_correction();
