create or replace function apply_posting() returns trigger language plpgsql as $$
declare
  -- Depth 2: a trigger books several. It holds their wallets, and each row says what its wallet said.
  is_one_of_several boolean := pg_trigger_depth() = 2;
  w_hash bytea;
  is_known boolean;
  is_possible boolean := true;
  is_locked boolean := false;
  earned_delta bigint := 0;
begin
  if new.house_account in ('rewards', 'reversals') then
    earned_delta := new.available_delta;
  end if;
  loop
    if is_one_of_several then
      -- A reward is always possible, and settle_postings counts all of them as earned.
      if new.house_account is distinct from 'rewards' then
        raise exception 'only rewards are booked together' using errcode = 'restrict_violation';
      end if;
      new.seq := new.seq + 1;
      new.available_after := new.available_after + new.available_delta;
      new.held_after := new.held_after + new.held_delta;
      w_hash := new.hash;
    else
      -- Without a lock first. What this says holds for as long as the wallet counts no further posting, and the UPDATE
      -- below asks for that: a posting and its wallet's count are committed together.
      select w.seq + 1, w.available + new.available_delta, w.held + new.held_delta, w.last_hash,
        exists (select from posting o where o.member_id = new.member_id and o.source_key = new.source_key)
      into new.seq, new.available_after, new.held_after, w_hash, is_known
      from wallet w where w.member_id = new.member_id;
      if not found then
        raise exception 'no wallet for member %', new.member_id using errcode = 'foreign_key_violation';
      end if;
      -- A replay posts nothing. The unique key would refuse it too, but only after the balance had moved.
      if is_known then
        return null;
      end if;

      is_possible := new.held_after >= 0
        and (new.available_after >= 0 or new.available_delta >= 0 or new.kind = 'reversal');
      if is_locked and not is_possible then
        raise exception 'member % has too few points', new.member_id using errcode = 'CH001';
      end if;
      -- Not one condition with the question after it, which would be asked for every posting.
      if new.kind = 'reversal' then
        if not exists (select from posting where member_id = new.member_id and seq = new.reverses_seq) then
          if is_locked then
            raise exception 'nothing to reverse at %', new.reverses_seq using errcode = 'foreign_key_violation';
          end if;
          is_possible := false;
        end if;
      end if;
    end if;

    if is_possible then
      new.created_at := clock_timestamp();
      -- The seal as posting_hash makes it, written out: a call would copy the row twice.
      new.hash := sha256(w_hash || convert_to(jsonb_build_array(
        new.member_id, new.seq, new.kind, new.available_delta, new.held_delta, new.available_after, new.held_after,
        new.house_account, new.source_key, new.description, new.subject_id, new.reverses_seq, new.actor,
        extract(epoch from new.created_at)
      )::text, 'UTF8'));
      exit when is_one_of_several;
      update wallet set
        available = new.available_after, held = new.held_after, earned = earned + earned_delta, seq = new.seq,
        last_hash = new.hash, in_reversal_debt = new.available_after < 0
      where member_id = new.member_id and seq = new.seq - 1;
      exit when found;
    end if;

    -- Another posting came between, or this one cannot be by what there is, and one that makes it possible may be about
    -- to commit. With the lock nothing comes between the look and the change.
    perform from wallet where member_id = new.member_id for update;
    is_locked := true;
  end loop;

  -- Nobody earns or asks for money any more who is gone; a partner may still take back what he paid for. Asked after
  -- the wallet's row was changed: only then is it certain that he is not being erased right now.
  if is_one_of_several then
    null;
  elsif earned_delta <> 0 then
    -- The day as business_day says it, written out: a call would plan and begin a statement of its own.
    insert into earning_day (member_id, day, points)
    select new.member_id, (new.created_at at time zone coalesce(
      (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
    ))::date, earned_delta
    from member m where m.member_id = new.member_id and (m.erased_at is null or new.kind = 'reversal')
    on conflict (member_id, day) do update set points = earning_day.points + excluded.points;
    if not found then
      raise exception 'member % was erased', new.member_id using errcode = 'restrict_violation';
    end if;
  elsif new.kind <> 'reversal' and is_erased(new.member_id) then
    raise exception 'member % was erased', new.member_id using errcode = 'restrict_violation';
  end if;

  -- Open pages are told. What a member earns by his own call he is told in its answer: announcing it too would put the
  -- commits of all members in one line, as PostgreSQL does with those that announce something.
  if new.actor <> 'member:' || new.member_id then
    perform pg_notify('points_change', new.member_id::text);
  end if;
  return new;
end $$;

create trigger posting_moves_balance before insert on posting
  for each row execute function apply_posting();
