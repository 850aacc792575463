-- Completes an inserted posting with its number, balances, time and hash, and changes the wallet and the day's earnings
-- with it. Inserting a posting is the only way to move a balance. Runs as the owner: the server's role may not change wallets.
create or replace function apply_posting() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  ledger text;
  last_hash bytea;
  is_booked boolean;
  is_possible boolean;
  is_locked boolean := false;
  earned_delta bigint := 0;
begin
  if new.house_account in ('rewards', 'reversals') then
    earned_delta := new.available_delta;
  end if;
  loop
    -- Without a lock first: what this reads is still true if the wallet has counted no further posting when the UPDATE below
    -- changes it. A posting and its wallet's count are committed together.
    select w.seq + 1, w.available + new.available_delta, w.held + new.held_delta, w.last_hash,
      exists (select from posting p where p.member_id = new.member_id and p.source_key = new.source_key)
    into new.seq, new.available_after, new.held_after, last_hash, is_booked
    from wallet w where w.member_id = new.member_id;
    if not found then
      raise exception 'no wallet for member %', new.member_id using errcode = 'foreign_key_violation';
    end if;
    -- A repeat posts nothing. The unique key would refuse it too, but only after the balance had moved.
    if is_booked then
      return null;
    end if;

    -- Only what a partner takes back, a payment that should not have left, or a debt of the person may take a member below zero.
    is_possible := new.held_after >= 0 and (
      new.available_after >= 0 or new.available_delta >= 0 or new.kind in ('reversal', 'payout-late', 'payout-duplicate', 'debt-moved')
    );
    if is_possible then
      new.created_at := clock_timestamp();
      -- On several servers the row's own type is that of its shard.
      new.hash := posting_hash(last_hash, row(new.*)::posting);
      ledger := set_config('chuma.ledger', 'open', true);
      update wallet set
        available = new.available_after, held = new.held_after, earned = earned + earned_delta, seq = new.seq,
        last_hash = new.hash, in_reversal_debt = new.available_after < 0
      where member_id = new.member_id and seq = new.seq - 1;
      exit when found;
      ledger := set_config('chuma.ledger', 'closed', true);
    elsif is_locked then
      raise exception 'member % has too few points', new.member_id using errcode = 'CH001';
    end if;
    -- Another posting came between, or one that makes this one possible is about to commit: read again under the lock.
    perform from wallet where member_id = new.member_id for update;
    is_locked := true;
  end loop;

  if new.kind = 'reversal' then
    if not exists (select from posting where member_id = new.member_id and seq = new.reverses_seq) then
      raise exception 'nothing to reverse at %', new.reverses_seq using errcode = 'foreign_key_violation';
    end if;
  -- An erased member neither earns nor withdraws, but may still come to owe more, and the debt may move on. Checked after the
  -- wallet's row was changed: the eraser holds that row, so the member is not being erased right now.
  elsif new.kind not in ('payout-late', 'payout-duplicate') and is_erased(new.member_id)
    and not (new.kind = 'debt-moved' and new.available_after <= 0) then
    raise exception 'member % was erased', new.member_id using errcode = 'restrict_violation';
  end if;
  if earned_delta <> 0 then
    insert into earning_day (member_id, day, points)
    values (new.member_id, business_day(new.created_at), earned_delta)
    on conflict (member_id, day) do update set points = earning_day.points + excluded.points;
  end if;
  ledger := set_config('chuma.ledger', 'closed', true);
  return new;
end $$;

create trigger posting_moves_balance before insert on posting
  for each row execute function apply_posting();
