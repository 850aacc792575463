-- Which mailbox an address belongs to, as the referral rules read it: tags are ignored, and so are dots at Gmail. Hashed so
-- that equal mailboxes are found by an index of fixed width. Not keyed: email_owner has the addresses themselves.
create or replace function mailbox_hash(address text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(
    case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end,
    'UTF8'))
  from (
    select split_part(split_part(lower(address), '@', 1), '+', 1) as name, split_part(lower(address), '@', 2) as domain
  ) as parts
$$;
