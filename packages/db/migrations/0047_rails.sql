-- More ways to pay (docs/decisions/0088): money to Airtel wallets, and airtime. Both name a phone number, in the column of M-Pesa's.
alter table withdrawal drop constraint withdrawal_method_check;
alter table withdrawal add constraint withdrawal_method_check
  check (method in ('mpesa', 'bank', 'paypal', 'airtel', 'airtime'));
alter table withdrawal drop constraint withdrawal_check3;
alter table withdrawal add constraint withdrawal_check3
  check (method not in ('mpesa', 'airtel', 'airtime') or mpesa_number is not null);

alter table payout_details drop constraint payout_details_method_check;
alter table payout_details add constraint payout_details_method_check
  check (method in ('mpesa', 'bank', 'paypal', 'airtel', 'airtime'));
alter table payout_details drop constraint payout_details_check;
alter table payout_details add constraint payout_details_check
  check ((method in ('mpesa', 'airtel', 'airtime')) = (mpesa_number is not null));

-- What waits to be sent, by provider.
create index payout_attempt_prepared on payout_attempt (provider) where state = 'prepared';
