-- Whether an attempt in this state takes one of the places of an offer with a quota.
create or replace function is_place_taken(status text) returns boolean language sql immutable
return coalesce(status in ('started', 'in_progress', 'completed'), false);
