-- The role of the serving processes. It owns nothing; every migration, which runs as the owner, gives it its rights.
create role chuma_server login password 'chuma';
