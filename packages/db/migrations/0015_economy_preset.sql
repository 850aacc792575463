-- economy presets: which preset a version was made from, and the assumptions it was computed with.

alter table economy_version
  -- 'own': an owner kept the numbers of the version before. Null: single numbers were edited, which is no choice.
  add column preset text check (preset in ('specified', 'sustainable', 'own')),
  add column assumptions jsonb,
  -- A choice can be explained later only with what it assumed.
  add constraint economy_version_assumptions_check check ((preset is null) = (assumptions is null));
