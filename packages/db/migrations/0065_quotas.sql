-- Interlocked quotas of our own surveys (docs/decisions/0095).

create table survey_quota (
  survey_id uuid primary key references survey (survey_id),
  -- What the cells are made of: attributes of the profile, and single choices of the questionnaire's screening.
  dimensions jsonb not null,
  total int not null check (total between 1 and 1000000),
  -- The number of places after which the survey pauses until staff release it.
  soft_launch int check (soft_launch >= 1),
  released_at timestamptz,
  released_by text,
  -- How much of each cell may be taken on one business day.
  daily_percent int check (daily_percent between 1 and 100),
  -- How long a place waits for the member's next answer.
  hold_minutes int not null check (hold_minutes between 5 and 1440),
  version int not null check (version >= 1),
  saved_at timestamptz not null default now(),
  saved_by text not null,
  check ((released_at is null) = (released_by is null))
);

create table survey_cell (
  survey_id uuid not null references survey_quota (survey_id),
  -- The codes of its groups, in the order of the dimensions.
  cell text not null,
  groups text[] not null,
  -- What a member's profile has to say: codes by attribute.
  profile jsonb not null,
  target int not null check (target between 0 and 1000000),
  -- Kept by count_survey_place.
  reserved int not null default 0 check (reserved >= 0),
  answered int not null default 0 check (answered >= 0),
  accepted int not null default 0 check (accepted >= 0),
  -- The newest business day on which places were taken, how many of them are left, and when the first was taken.
  day date,
  day_taken int not null default 0 check (day_taken >= 0),
  begun_at timestamptz,
  primary key (survey_id, cell),
  -- No code, race or forgotten lock overfills a cell.
  constraint survey_cell_not_overfilled check (reserved + answered + accepted <= target)
);

-- One member's place in a cell. It follows what becomes of their attempt (follow_survey_attempt).
create table survey_place (
  member_id uuid not null,
  survey_id uuid not null,
  cell text not null,
  -- answered: held or appealed · surplus: accepted after an appeal, when others had filled the cell; paid, and in no cell.
  state text not null check (state in ('reserved', 'answered', 'accepted', 'surplus', 'released')),
  day date not null,
  until timestamptz not null,
  primary key (member_id, survey_id),
  foreign key (member_id, survey_id) references survey_attempt (member_id, survey_id),
  foreign key (survey_id, cell) references survey_cell (survey_id, cell)
);
create index survey_place_of_cell on survey_place (survey_id, cell);
create index survey_place_lapses on survey_place (until) where state = 'reserved';
