-- The hash of a posting, which includes the previous hash: changing a row breaks every later one.
create or replace function posting_hash(previous bytea, p posting) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return sha256(previous || convert_to(jsonb_build_array(
    p.member_id, p.seq, p.kind, p.available_delta, p.held_delta, p.available_after, p.held_after, p.house_account,
    p.source_key, p.description, p.subject_id, p.reverses_seq, p.actor, extract(epoch from p.created_at)
  )::text, 'UTF8'));
end $$;
