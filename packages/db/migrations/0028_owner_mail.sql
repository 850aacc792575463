-- Where news for owners goes, and what an account's person is told. Null: nowhere.
alter table staff add column email text check (email = lower(email) and char_length(email) between 3 and 254);
