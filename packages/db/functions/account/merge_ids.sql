-- Both lists of ids, each once. Immutable, because several servers accept nothing else where a row that exists is changed.
create or replace function merge_ids(one uuid[], other uuid[]) returns uuid[] language plpgsql immutable as $$
begin
  return array(select distinct unnest(one || other));
end $$;
