-- Somebody signed up again with an address that nobody had verified: two people may think it theirs. Whoever opens the
-- mailed link is asked for a password then, and neither of the two typed before counts.
alter table member add column is_sign_up_contested boolean not null default false;
