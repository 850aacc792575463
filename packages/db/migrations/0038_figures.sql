-- What the business looks like day by day. A finished day is counted once and kept: a look at a year reads a few thousand
-- small rows, however many movements there were.

-- The time zone that business days follow.
create function business_time_zone() returns text language sql stable
return coalesce(
  (select record ->> 'timeZone' from economy_version order by version desc limit 1), 'Africa/Nairobi'
);

-- The days that were counted, each from the end of the one before: a change of the time zone neither loses a row nor counts
-- one twice.
create table figure_day (
  day date primary key,
  ends_at timestamptz not null unique,
  counted_at timestamptz not null default clock_timestamp()
);

-- By name first: sums of one figure over all days are asked for most.
create table daily_figure (
  name text not null check (name ~ '^[a-z-]+(:[a-z-]+)?$'),
  day date not null references figure_day (day),
  value bigint not null,
  primary key (name, day)
);

create table daily_offer_figure (
  survey_id uuid not null references survey (survey_id),
  day date not null references figure_day (day),
  clicks bigint not null check (clicks >= 0),
  started bigint not null check (started >= 0),
  completed bigint not null check (completed >= 0),
  credited bigint not null check (credited >= 0),
  primary key (survey_id, day)
);

-- Pages opened by people who agreed to be counted. Nobody is in it: a day, the pattern of an address, a number. Several rows
-- a page, so that those who open one at the same moment do not wait for each other.
create table page_view (
  day date not null,
  -- `/survey/$surveyId`, never the address itself.
  route text not null check (route ~ '^/[A-Za-z0-9$/_-]{0,59}$'),
  shard smallint not null check (shard between 0 and 7),
  views bigint not null check (views > 0),
  primary key (day, route, shard)
) with (fillfactor = 50);

-- The rows of a day, for the days that are not counted yet. Of clicks there is click_newest, of payouts posting_payout.
create index posting_created on posting (created_at);
-- Whoever was erased since did sign up on that day: member_newest leaves him out.
create index member_created on member (created_at);
create index survey_attempt_started on survey_attempt (started_at);
create index survey_attempt_completed on survey_attempt (completed_at) where status = 'completed';

-- The newest few of one sort, also where all others are of the other.
create index click_newest_survey on click (clicked_at desc, click_id desc) where survey_id is not null;
create index click_newest_link on click (clicked_at desc, click_id desc) where task_id is not null;
