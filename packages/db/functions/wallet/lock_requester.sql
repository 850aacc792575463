-- Locks the wallet of a member and the session in which they request a withdrawal, as `lockOpenSession` does, and returns what the
-- request depends on: available points, the open pause, the verified addresses, also former ones, and what tax is calculated from.
-- Null when the session has ended. A function, and volatile, for the reasons of lock_payout.
create or replace function lock_requester(of_member uuid, of_token bytea, out requester jsonb)
language plpgsql volatile as $$
declare
  points bigint;
  home text;
begin
  select w.available into strict points from wallet w where w.member_id = of_member for update;
  perform from member m where m.member_id = of_member for key share;
  perform from session s where s.member_id = of_member and s.token_hash = of_token and s.revoked_at is null for share;
  if not found then
    return;
  end if;
  select t.residence into home from member_tax t where t.member_id = of_member;
  home := coalesce(home, 'resident');
  requester := jsonb_build_object(
    'available', points,
    'pause', (
      select jsonb_build_object('reason', p.reason, 'appeal', p.appeal, 'appealAnswer', p.appeal_answer)
      from payout_pause p where p.member_id = of_member and p.lifted_at is null
    ),
    'emails', array(
      select m.email from member m where m.member_id = of_member and m.email_verified_at is not null
      union all select f.email from former_email f where f.member_id = of_member
    ),
    'taxTerms', jsonb_build_object('residence', home, 'rates', tax_rates(home))
  );
end $$;
