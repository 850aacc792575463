-- Webhook member.verified. A trigger, so that the event is written in the same transaction, whatever verified the address.
create or replace function tell_member_verified() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('member.verified', new.member_id::text, jsonb_build_object(
    'memberId', new.member_id, 'verifiedAt', webhook_moment(new.email_verified_at)
  ));
  return null;
end $$;

create trigger member_verified_told after update of email_verified_at on member
  for each row when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function tell_member_verified();
