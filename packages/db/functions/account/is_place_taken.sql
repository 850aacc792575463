-- Whether an attempt in this state holds one of a limited offer's places.
create or replace function is_place_taken(status text) returns boolean language sql immutable
return coalesce(status in ('started', 'in_progress', 'completed'), false);
