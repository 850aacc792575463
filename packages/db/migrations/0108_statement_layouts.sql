-- A statement of M-Pesa in a layout of its own is read by columns that staff named, kept like a bank's mapping.
alter table statement_mapping drop constraint statement_mapping_account_check;
alter table statement_mapping add constraint statement_mapping_account_check
  check (account = 'mpesa' or account ~ '^(bank|partner):');
alter table provider_statement drop constraint provider_statement_check1;
alter table provider_statement add constraint provider_statement_mapped
  check (account = 'mpesa' or mapping_version is not null);

-- What earlier imports kept of descriptions has names of people in it.
alter table statement_row disable trigger user;
update statement_row set details = '' where details <> '';
alter table statement_row enable trigger user;
