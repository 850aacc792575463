-- What partners took back from one member: rare, and asked for with every look at a profile.
create index posting_reversed on posting (member_id) where kind = 'reversal';

-- An answer has its moment.
alter table member_settings add check ((analytics_consent is null) = (analytics_consent_at is null));
