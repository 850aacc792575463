-- A person acts, not an account: rules that need somebody else compare the people behind two accounts.
create table person (
  person_id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now()
);

-- Existing accounts belong to a person each, until an owner says that two are one.
alter table staff add column person_id uuid default gen_random_uuid();
insert into person (person_id) select person_id from staff;
alter table staff
  alter column person_id set not null,
  alter column person_id drop default,
  add foreign key (person_id) references person (person_id);
create index staff_person on staff (person_id);

-- Members' accounts of staff: those with admin rights, and others that an owner has named. Kept after a member is erased:
-- it contains nothing but ids.
create table person_member (
  member_id uuid primary key,
  person_id uuid not null references person (person_id)
);
create index person_member_person on person_member (person_id);
insert into person (person_id) select member_id from member where admin_role is not null;
insert into person_member (member_id, person_id)
  select member_id, member_id from member where admin_role is not null;

-- The account whose rights a key has at most.
alter table api_key
  add column owner_staff_id uuid references staff (staff_id),
  add column owner_member_id uuid,
  -- Null: from everywhere.
  add column networks inet[] check (cardinality(networks) > 0);
update api_key set
  owner_staff_id = (select staff_id from staff where 'staff:' || username = created_by),
  owner_member_id = (select member_id from person_member where 'member:' || member_id = created_by);
-- Keys that could now not be created, and keys that nobody owns, end here.
update api_key set revoked_at = now()
  where revoked_at is null
    and (num_nonnulls(owner_staff_id, owner_member_id) = 0
      or permissions && array['economy:manage', 'partners:manage']
      or permissions && array['withdrawals:decide', 'payouts:manage']
        and permissions && array['members:edit', 'premium:grant', 'offers:manage', 'catalogue:manage', 'claims:decide', 'proofs:decide']);
alter table api_key
  add check (revoked_at is not null or num_nonnulls(owner_staff_id, owner_member_id) = 1),
  add check (revoked_at is not null or not permissions && array['economy:manage', 'partners:manage']),
  -- A key that makes points and pays them out would be a second pair of eyes for nobody.
  add constraint api_key_mints_or_pays check (revoked_at is not null
    or not permissions && array['withdrawals:decide', 'payouts:manage']
    or not permissions && array['members:edit', 'premium:grant', 'offers:manage', 'catalogue:manage', 'claims:decide', 'proofs:decide']);
create index api_key_of_staff on api_key (owner_staff_id) where revoked_at is null;
create index api_key_of_member on api_key (owner_member_id) where revoked_at is null;

-- Null: the system, a member, or an entry from before people were known.
alter table audit_entry add column person_id uuid;
create index audit_entry_by_person on audit_entry (person_id, at desc, entry_id desc) where person_id is not null;
