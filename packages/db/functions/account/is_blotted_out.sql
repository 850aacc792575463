-- Whether a value became 'erased' and a missing one stayed missing.
create or replace function is_blotted_out(before text, after text) returns boolean language sql immutable parallel safe
return after is not distinct from case when before is not null then 'erased' end;
