-- An alarm keeps figures, not a sentence: the page that shows it writes the sentence, in the reader's language. Which figures there are
-- depends on the cause. Never a person. What earlier alarms said goes; their cause and times stay.
alter table alarm add column figures jsonb not null default '{}'
  check (jsonb_typeof(figures) = 'object' and char_length(figures::text) <= 1000);
alter table alarm alter column figures drop default;
alter table alarm drop column detail;
