-- The second factor of people of clients (docs/decisions/0072). The same columns as that of staff.
create table client_second_factor (
  user_id uuid primary key references client_user (user_id),
  secret text not null,
  -- Null until the first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was used: no code counts twice.
  last_step bigint not null default 0
);

create table client_recovery_code (
  user_id uuid not null references client_user (user_id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
