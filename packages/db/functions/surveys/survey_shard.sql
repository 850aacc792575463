-- Which of 16 rows of an offer's count belongs to a member.
create or replace function survey_shard(member uuid) returns smallint language sql immutable
return (get_byte(uuid_send(member), 15) % 16)::smallint;
