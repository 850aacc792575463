-- What the landing page and /about claim: the operator's words by place. Null: the defaults count, samples on the demo and
-- nothing elsewhere.
alter table product add column figures jsonb check (jsonb_typeof(figures) = 'object');
