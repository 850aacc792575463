-- set-up: what the operator chooses in the browser: the product's name and contact details, and how a new installation gets
-- its first owner.

-- One row. Null: the setting of the environment counts.
create table product (
  is_only boolean primary key default true check (is_only),
  name text check (name <> ''),
  support_email text check (support_email <> ''),
  support_phone text check (support_phone <> ''),
  office_address text check (office_address <> ''),
  support_hours text[],
  -- Closed from the first set-up link until the set-up ends, and whenever an owner says so.
  is_sign_up_open boolean not null default true
);
insert into product default values;

-- One row, which serialises everything that ends or begins a set-up: two browsers never make two first owners.
create table set_up (
  is_only boolean primary key default true check (is_only),
  -- When the first link was issued, which closed sign-up. Never of an installation that has members already.
  begun_at timestamptz,
  -- The owner whom a link created. One at most, because the row is one and the link dies with it.
  owner_id uuid unique references staff (staff_id),
  done_steps text[] not null default '{}' check (done_steps <@ array['product', 'payouts', 'mail', 'economy']),
  finished_at timestamptz
);
insert into set_up (begun_at) select (select now() from member limit 1);

-- Open links. Each start of a process without staff issues one, so several can be open until an owner exists.
create table set_up_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);
