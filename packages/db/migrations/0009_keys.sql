alter table api_key
  -- No key may make a key or an account: it would outlive whoever revokes it.
  add check (not permissions && array['staff:manage', 'keys:manage']),
  -- Forgotten keys end by themselves.
  add check (expires_at <= created_at + interval '366 days');
-- The audit log knows a key by its name.
create unique index api_key_name on api_key (lower(name));
