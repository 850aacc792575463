-- Bank account numbers are sealed like secrets (docs/decisions/0068). Queries compare their keyed hash. A number without a
-- hash was stored by an earlier version, until the server has sealed it, or belonged to an erased member.
alter table withdrawal
  add column account_number_hash bytea check (octet_length(account_number_hash) = 32),
  add constraint withdrawal_account_sealed
    check ((account_number_hash is not null) = coalesce(account_number like 'sealed:1:%', false));
alter table payout_details
  add column account_number_hash bytea check (octet_length(account_number_hash) = 32),
  add constraint payout_details_account_sealed
    check ((account_number_hash is not null) = coalesce(account_number like 'sealed:1:%', false));
-- What is still plain: empty once everything is sealed.
create index withdrawal_plain_account on withdrawal (withdrawal_id)
  where account_number is not null and account_number_hash is null and account_number <> 'erased';
create index payout_details_plain_account on payout_details (member_id)
  where account_number is not null and account_number_hash is null;

-- Requests contain account numbers, which a plain hash does not hide. Null: an earlier version's plain hash.
alter table call_key add column request_key_id text check (request_key_id ~ '^[0-9a-f]{12}$');
create index call_key_plain on call_key (caller_id, operation, key) where request_key_id is null;
