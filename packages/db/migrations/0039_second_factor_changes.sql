-- Changes of a second factor, beside the other changes of how an account is opened.
alter table account_change drop constraint account_change_kind_check;
alter table account_change add constraint account_change_kind_check check (kind in (
  'email-changed', 'email-undone', 'password-changed', 'password-reset', 'new-device', 'passkey-added', 'passkey-removed',
  'second-factor-on', 'second-factor-off', 'recovery-codes-renewed', 'secured'
));

insert into account_change (member_id, kind, created_at)
select member.member_id, case entry.action
    when 'second-factor.on' then 'second-factor-on'
    when 'second-factor.off' then 'second-factor-off'
    else 'recovery-codes-renewed'
  end, entry.at
from audit_entry entry
join member on entry.subject = 'member:' || member.member_id and member.erased_at is null
where entry.action in ('second-factor.on', 'second-factor.off', 'second-factor.codes-renewed');
