-- The version that this one was made from, 0 where nothing was stored yet. Of two people who save at once, both having read
-- the same version, one is refused: nobody's numbers are overwritten unseen. Null: from before versions named it.
alter table economy_version add column follows int unique;

-- Every process reads the new numbers at once instead of a few seconds later.
create function announce_economy() returns trigger language plpgsql as $$
begin
  perform pg_notify('economy_change', new.version::text);
  return null;
end $$;
create trigger economy_announced after insert on economy_version
  for each row execute function announce_economy();

-- All points that members hold, so that nobody has to add up a million wallets to know what we owe. Every connection adds to
-- a row of its own: one row for all would put the commits of all members in one line.
create table points_total (
  slot int primary key,
  points bigint not null
);
insert into points_total (slot, points) select -1, coalesce(sum(available + held), 0) from wallet;

create function add_to_points_total() returns trigger language plpgsql as $$
declare
  delta bigint := (select coalesce(sum(available_delta + held_delta), 0) from added);
begin
  if delta <> 0 then
    insert into points_total (slot, points) values (pg_backend_pid() % 4096, delta)
    on conflict (slot) do update set points = points_total.points + excluded.points;
  end if;
  return null;
end $$;
create trigger posting_adds_to_total after insert on posting referencing new table as added
  for each statement execute function add_to_points_total();
create trigger points_total_guard before insert or update or delete on points_total
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger points_total_no_truncate before truncate on points_total
  for each statement execute function refuse_change();

-- The staff's audit log, newest first: all of it, by who, by what and about whom, each also between two days.
create index audit_entry_newest on audit_entry (at desc, entry_id desc);
create index audit_entry_by_actor on audit_entry (actor, at desc, entry_id desc);
create index audit_entry_by_action on audit_entry (action, at desc, entry_id desc);
create index audit_entry_by_subject on audit_entry (subject, at desc, entry_id desc);
drop index audit_entry_subject;

-- The outbox by what became of the mails; the newest of all have their index already.
create index mail_delivery_by_state on mail_delivery (state, created_at desc, job_id desc);
drop index mail_delivery_newest;
create index mail_delivery_newest on mail_delivery (created_at desc, job_id desc);
