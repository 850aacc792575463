-- Which of 32 rows of a count belongs to a member.
create or replace function count_shard(member uuid) returns smallint language sql immutable
return (get_byte(uuid_send(member), 15) % 32)::smallint;
