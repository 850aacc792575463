-- A key that nobody has any more. A server starts without it; what it sealed has to be given again (docs/operations.md).
alter table secret_key add column lost_at timestamptz;
