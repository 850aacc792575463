-- The schema as migrations/ and functions/ make it. Written by `npm run schema`, never by hand.

create table account_change (
  member_id uuid not null,
  change_id uuid not null default gen_random_uuid(),
  kind text not null,
  created_at timestamp with time zone not null default now(),
  constraint account_change_pkey PRIMARY KEY (member_id, change_id),
  constraint account_change_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint account_change_kind_check CHECK ((kind = ANY (ARRAY['email-changed'::text, 'email-undone'::text, 'password-changed'::text, 'password-reset'::text, 'new-device'::text, 'passkey-added'::text, 'passkey-removed'::text, 'second-factor-on'::text, 'second-factor-off'::text, 'recovery-codes-renewed'::text, 'secured'::text])))
);
CREATE INDEX account_change_newest ON public.account_change USING btree (member_id, created_at DESC);

create table accounting_period (
  month date not null,
  closed_at timestamp with time zone not null default clock_timestamp(),
  closed_by text not null,
  approved_by text not null,
  constraint accounting_period_pkey PRIMARY KEY (month),
  constraint accounting_period_four_eyes CHECK ((approved_by <> closed_by)),
  constraint accounting_period_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
CREATE TRIGGER accounting_period_append_only BEFORE DELETE OR UPDATE ON public.accounting_period FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounting_period_closes BEFORE INSERT ON public.accounting_period FOR EACH ROW EXECUTE FUNCTION guard_period();
CREATE TRIGGER accounting_period_no_truncate BEFORE TRUNCATE ON public.accounting_period FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table alarm (
  alarm_id uuid not null default gen_random_uuid(),
  cause text not null,
  raised_at timestamp with time zone not null default clock_timestamp(),
  cleared_at timestamp with time zone,
  acknowledged_by text,
  acknowledged_at timestamp with time zone,
  figures jsonb not null,
  constraint alarm_pkey PRIMARY KEY (alarm_id),
  constraint alarm_acknowledged CHECK (((acknowledged_by IS NULL) = (acknowledged_at IS NULL))),
  constraint alarm_cause_check CHECK ((cause = ANY (ARRAY['books-damaged'::text, 'money-differs'::text, 'books-differ'::text, 'tax-overdue'::text, 'statement-missing'::text, 'night-missed'::text, 'callbacks-waiting'::text, 'float-short'::text, 'mails-waiting'::text]))),
  constraint alarm_figures_check CHECK (((jsonb_typeof(figures) = 'object'::text) AND (char_length((figures)::text) <= 1000)))
);
CREATE INDEX alarm_newest ON public.alarm USING btree (raised_at DESC);
CREATE UNIQUE INDEX alarm_open ON public.alarm USING btree (cause) WHERE (cleared_at IS NULL);

create table answer_print (
  hash bytea not null,
  member_id uuid not null,
  constraint answer_print_pkey PRIMARY KEY (hash, member_id),
  constraint answer_print_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX answer_print_member ON public.answer_print USING btree (member_id);

create table api_key (
  key_id uuid not null default gen_random_uuid(),
  name text not null,
  token_hash bytea not null,
  permissions text[] not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address inet,
  owner_staff_id uuid,
  owner_member_id uuid,
  networks inet[],
  restored_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (key_id),
  constraint api_key_owner_staff_id_fkey FOREIGN KEY (owner_staff_id) REFERENCES staff(staff_id),
  constraint api_key_economy_is_not_for_keys CHECK (((revoked_at IS NOT NULL) OR (NOT (permissions && ARRAY['economy:manage'::text, 'partners:manage'::text])))),
  constraint api_key_ends_within_a_year CHECK ((expires_at <= (created_at + '366 days'::interval))),
  constraint api_key_mints_or_pays CHECK (((revoked_at IS NOT NULL) OR (NOT (permissions && ARRAY['withdrawals:decide'::text, 'payouts:manage'::text])) OR (NOT (permissions && ARRAY['members:edit'::text, 'premium:grant'::text, 'offers:manage'::text, 'catalogue:manage'::text, 'claims:decide'::text, 'proofs:decide'::text])))),
  constraint api_key_networks_check CHECK ((cardinality(networks) > 0)),
  constraint api_key_never_makes_staff CHECK ((NOT (permissions && ARRAY['staff:manage'::text, 'keys:manage'::text]))),
  constraint api_key_owner CHECK (((revoked_at IS NOT NULL) OR (num_nonnulls(owner_staff_id, owner_member_id) = 1))),
  constraint api_key_permissions_check CHECK ((cardinality(permissions) > 0)),
  constraint api_key_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX api_key_name ON public.api_key USING btree (lower(name));
CREATE INDEX api_key_of_member ON public.api_key USING btree (owner_member_id) WHERE (revoked_at IS NULL);
CREATE INDEX api_key_of_staff ON public.api_key USING btree (owner_staff_id) WHERE (revoked_at IS NULL);

create table applied_function (
  name text not null,
  hash text not null,
  constraint applied_function_pkey PRIMARY KEY (name)
);

create table approval_request (
  approval_id uuid not null default gen_random_uuid(),
  kind text not null,
  subject text not null,
  payload jsonb not null,
  payload_hash bytea not null,
  before jsonb,
  after jsonb,
  amount_kes bigint,
  requested_by text not null,
  requester_id uuid not null,
  address inet,
  reason text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  runs_at timestamp with time zone,
  state text not null default 'waiting'::text,
  decided_by text,
  decided_at timestamp with time zone,
  note text,
  constraint approval_request_pkey PRIMARY KEY (approval_id),
  constraint approval_request_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES person(person_id),
  constraint approval_request_amount_kes_check CHECK ((amount_kes >= 0)),
  constraint approval_request_decided CHECK ((num_nonnulls(decided_by, decided_at) =
CASE state
    WHEN 'waiting'::text THEN 0
    ELSE 2
END)),
  constraint approval_request_kind_check CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 60))),
  constraint approval_request_payload_hash_check CHECK ((octet_length(payload_hash) = 32)),
  constraint approval_request_runs_before_it_expires CHECK ((runs_at < expires_at)),
  constraint approval_request_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'executed'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text, 'outdated'::text])))
);
CREATE INDEX approval_request_by_subject ON public.approval_request USING btree (subject);
CREATE INDEX approval_request_newest ON public.approval_request USING btree (created_at DESC, approval_id DESC);
CREATE INDEX approval_request_since ON public.approval_request USING btree (created_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX approval_request_waiting ON public.approval_request USING btree (kind, subject, payload_hash) WHERE (state = 'waiting'::text);
CREATE TRIGGER approval_request_guard BEFORE DELETE OR UPDATE ON public.approval_request FOR EACH ROW EXECUTE FUNCTION guard_approval_request();

create table audit_entry (
  entry_id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  address inet,
  person_id uuid,
  constraint audit_entry_pkey PRIMARY KEY (entry_id)
);
CREATE INDEX audit_entry_by_action ON public.audit_entry USING btree (action, at DESC, entry_id DESC);
CREATE INDEX audit_entry_by_actor ON public.audit_entry USING btree (actor, at DESC, entry_id DESC);
CREATE INDEX audit_entry_by_person ON public.audit_entry USING btree (person_id, at DESC, entry_id DESC) WHERE (person_id IS NOT NULL);
CREATE INDEX audit_entry_by_subject ON public.audit_entry USING btree (subject, at DESC, entry_id DESC);
CREATE INDEX audit_entry_contradiction ON public.audit_entry USING btree (at) WHERE (action = 'payout.contradiction'::text);
CREATE INDEX audit_entry_newest ON public.audit_entry USING btree (at DESC, entry_id DESC);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION guard_audit_entry();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- privileges: {owner=arxtm/owner} address {owner=w/owner} after {owner=w/owner} before {owner=w/owner} reason {owner=w/owner}

create table automatic_payout_switch (
  is_only boolean not null default true,
  is_tripped boolean not null default false,
  cause text,
  reason text,
  tripped_by text,
  tripped_at timestamp with time zone,
  released_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint automatic_payout_switch_pkey PRIMARY KEY (is_only),
  constraint automatic_payout_switch_cause CHECK ((is_tripped = (cause IS NOT NULL))),
  constraint automatic_payout_switch_cause_check CHECK ((cause = ANY (ARRAY['staff'::text, 'minted'::text, 'velocity'::text, 'failures'::text, 'books'::text, 'float'::text]))),
  constraint automatic_payout_switch_is_only_check CHECK (is_only),
  constraint automatic_payout_switch_reason CHECK ((is_tripped = (reason IS NOT NULL))),
  constraint automatic_payout_switch_tripped_at CHECK ((is_tripped = (tripped_at IS NOT NULL))),
  constraint automatic_payout_switch_tripped_by CHECK ((is_tripped = (tripped_by IS NOT NULL)))
);

create table bank_batch (
  batch_id uuid not null,
  number integer not null,
  format jsonb not null,
  day date not null,
  row_count integer not null,
  total_kes bigint not null,
  content_hash bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  created_by text not null,
  constraint bank_batch_pkey PRIMARY KEY (batch_id),
  constraint bank_batch_number_key UNIQUE (number),
  constraint bank_batch_content_hash_check CHECK ((octet_length(content_hash) = 32)),
  constraint bank_batch_number_check CHECK ((number > 0)),
  constraint bank_batch_row_count_check CHECK ((row_count > 0)),
  constraint bank_batch_total_kes_check CHECK ((total_kes > 0))
);

create table bank_batch_row (
  batch_id uuid not null,
  line integer not null,
  reference text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  amount_kes bigint not null,
  outcome text,
  bank_reference text,
  reason text,
  settled_at timestamp with time zone,
  settled_by text,
  constraint bank_batch_row_pkey PRIMARY KEY (batch_id, line),
  constraint bank_batch_row_reference_key UNIQUE (reference),
  constraint bank_batch_row_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES bank_batch(batch_id),
  constraint bank_batch_row_amount_kes_check CHECK ((amount_kes > 0)),
  constraint bank_batch_row_bank_reference CHECK (((NOT (outcome IS DISTINCT FROM 'paid'::text)) = (bank_reference IS NOT NULL))),
  constraint bank_batch_row_line_check CHECK ((line > 0)),
  constraint bank_batch_row_outcome_check CHECK ((outcome = ANY (ARRAY['paid'::text, 'failed'::text, 'cancelled'::text]))),
  constraint bank_batch_row_settled_at CHECK (((outcome IS NULL) = (settled_at IS NULL))),
  constraint bank_batch_row_settled_by CHECK (((outcome IS NULL) = (settled_by IS NULL)))
);
CREATE INDEX bank_batch_row_member ON public.bank_batch_row USING btree (member_id);
CREATE UNIQUE INDEX bank_batch_row_once ON public.bank_batch_row USING btree (withdrawal_id) WHERE ((outcome IS NULL) OR (outcome = 'paid'::text));
CREATE TRIGGER bank_batch_row_guard BEFORE DELETE OR UPDATE ON public.bank_batch_row FOR EACH ROW EXECUTE FUNCTION guard_bank_batch_row();

create table bank_batch_step (
  step_id uuid not null default gen_random_uuid(),
  batch_id uuid not null,
  step text not null,
  reason text,
  at timestamp with time zone not null default clock_timestamp(),
  by text not null,
  constraint bank_batch_step_pkey PRIMARY KEY (step_id),
  constraint bank_batch_step_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES bank_batch(batch_id),
  constraint bank_batch_step_reason CHECK (((step = 'cancelled'::text) = (reason IS NOT NULL))),
  constraint bank_batch_step_step_check CHECK ((step = ANY (ARRAY['downloaded'::text, 'uploaded'::text, 'cancelled'::text])))
);
CREATE INDEX bank_batch_step_of ON public.bank_batch_step USING btree (batch_id, at);
CREATE UNIQUE INDEX bank_batch_step_once ON public.bank_batch_step USING btree (batch_id) WHERE (step <> 'downloaded'::text);

create table books_check (
  check_id bigint not null generated always as identity,
  checked_at timestamp with time zone not null default clock_timestamp(),
  is_full boolean not null,
  findings jsonb not null,
  constraint books_check_pkey PRIMARY KEY (check_id),
  constraint books_check_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text))
);

create table books_root (
  day date not null,
  seal_id bigint not null,
  document text not null,
  constraint books_root_pkey PRIMARY KEY (day)
);
CREATE TRIGGER books_root_append_only BEFORE DELETE OR UPDATE ON public.books_root FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER books_root_no_truncate BEFORE TRUNCATE ON public.books_root FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table call_key (
  caller_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  expires_at timestamp with time zone,
  request_key_id text,
  constraint call_key_pkey PRIMARY KEY (caller_id, operation, key),
  constraint call_key_request_key_id_check CHECK ((request_key_id ~ '^[0-9a-f]{12}$'::text))
);
CREATE INDEX call_key_expires_at ON public.call_key USING btree (expires_at);
CREATE INDEX call_key_plain ON public.call_key USING btree (caller_id, operation, key) WHERE (request_key_id IS NULL);

create table captured_mail (
  mail_id bigint not null generated always as identity,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamp with time zone not null default now(),
  text_id uuid,
  constraint captured_mail_pkey PRIMARY KEY (mail_id)
);
CREATE INDEX captured_mail_recipient ON public.captured_mail USING btree (recipient, mail_id DESC);
CREATE INDEX captured_mail_text ON public.captured_mail USING btree (text_id) WHERE (text_id IS NOT NULL);

create table click (
  member_id uuid not null,
  click_id uuid not null default gen_random_uuid(),
  reference text not null,
  survey_id uuid,
  task_id uuid,
  partner_id uuid,
  points integer not null,
  title text not null,
  clicked_at timestamp with time zone not null default now(),
  address inet,
  user_agent text,
  constraint click_pkey PRIMARY KEY (member_id, click_id),
  constraint click_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint click_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint click_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint click_task_id_fkey FOREIGN KEY (task_id) REFERENCES task(task_id),
  constraint click_one_offer CHECK ((num_nonnulls(survey_id, task_id) = 1)),
  constraint click_points_check CHECK ((points >= 0))
);
CREATE INDEX click_member ON public.click USING btree (member_id, clicked_at DESC);
CREATE INDEX click_newest ON public.click USING btree (clicked_at DESC, click_id DESC);
CREATE INDEX click_newest_link ON public.click USING btree (clicked_at DESC, click_id DESC) WHERE (task_id IS NOT NULL);
CREATE INDEX click_newest_survey ON public.click USING btree (clicked_at DESC, click_id DESC) WHERE (survey_id IS NOT NULL);
CREATE INDEX click_place ON public.click USING btree (click_id);
CREATE INDEX click_survey ON public.click USING btree (survey_id, clicked_at DESC, click_id DESC) WHERE (survey_id IS NOT NULL);

create table click_reference (
  reference text not null,
  member_id uuid not null,
  click_id uuid not null,
  constraint click_reference_pkey PRIMARY KEY (reference),
  constraint click_reference_reference_check CHECK ((reference ~ '^[A-Za-z0-9_-]{22,}$'::text))
);

create table client_account (
  organisation_id uuid not null,
  prepaid_cents bigint not null default 0,
  reserved_cents bigint not null default 0,
  consumed_cents bigint not null default 0,
  constraint client_account_pkey PRIMARY KEY (organisation_id),
  constraint client_account_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES client_organisation(organisation_id),
  constraint client_account_consumed_cents_check CHECK ((consumed_cents >= 0)),
  constraint client_account_covered CHECK (((reserved_cents + consumed_cents) <= prepaid_cents)),
  constraint client_account_reserved_cents_check CHECK ((reserved_cents >= 0))
);

create table client_comment (
  comment_id uuid not null default gen_random_uuid(),
  survey_id uuid not null,
  question_id integer,
  user_id uuid,
  staff text,
  text text not null,
  written_at timestamp with time zone not null default clock_timestamp(),
  constraint client_comment_pkey PRIMARY KEY (comment_id),
  constraint client_comment_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES client_survey(survey_id),
  constraint client_comment_user_id_fkey FOREIGN KEY (user_id) REFERENCES client_user(user_id),
  constraint client_comment_one_author CHECK (((user_id IS NULL) <> (staff IS NULL))),
  constraint client_comment_question_id_check CHECK (((question_id >= 1) AND (question_id <= 999))),
  constraint client_comment_text_check CHECK ((text <> ''::text))
);
CREATE INDEX client_comment_newest ON public.client_comment USING btree (survey_id, written_at DESC, comment_id);

create table client_dataset (
  dataset_id uuid not null default gen_random_uuid(),
  survey_id uuid not null,
  version integer not null,
  questionnaire_version integer,
  respondents text[] not null,
  hash text not null,
  accepted_by uuid not null,
  accepted_at timestamp with time zone not null default clock_timestamp(),
  constraint client_dataset_pkey PRIMARY KEY (dataset_id),
  constraint client_dataset_survey_id_version_key UNIQUE (survey_id, version),
  constraint client_dataset_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES client_user(user_id),
  constraint client_dataset_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES client_survey(survey_id),
  constraint client_dataset_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint client_dataset_respondents_check CHECK ((cardinality(respondents) > 0)),
  constraint client_dataset_version_check CHECK ((version >= 1))
);

create table client_day (
  order_id uuid not null,
  day date not null,
  completes integer not null,
  cents bigint not null,
  is_booked boolean not null default false,
  constraint client_day_pkey PRIMARY KEY (order_id, day),
  constraint client_day_order_id_fkey FOREIGN KEY (order_id) REFERENCES client_order(order_id)
);
CREATE INDEX client_day_due ON public.client_day USING btree (day) WHERE (NOT is_booked);

create table client_dispute (
  dispute_id uuid not null default gen_random_uuid(),
  survey_id uuid not null,
  respondent text not null,
  reason text not null,
  disputed_by uuid not null,
  disputed_at timestamp with time zone not null default clock_timestamp(),
  state text not null default 'open'::text,
  answer text not null default ''::text,
  decided_by text,
  decided_at timestamp with time zone,
  constraint client_dispute_pkey PRIMARY KEY (dispute_id),
  constraint client_dispute_survey_id_respondent_key UNIQUE (survey_id, respondent),
  constraint client_dispute_disputed_by_fkey FOREIGN KEY (disputed_by) REFERENCES client_user(user_id),
  constraint client_dispute_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES client_survey(survey_id),
  constraint client_dispute_answered CHECK (((state <> 'rejected'::text) OR (answer <> ''::text))),
  constraint client_dispute_decided_at CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint client_dispute_decided_by CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
  constraint client_dispute_reason_check CHECK ((reason <> ''::text)),
  constraint client_dispute_respondent_check CHECK ((respondent <> ''::text)),
  constraint client_dispute_state_check CHECK ((state = ANY (ARRAY['open'::text, 'rejected'::text, 'credited'::text])))
);
CREATE INDEX client_dispute_newest ON public.client_dispute USING btree (survey_id, disputed_at DESC, dispute_id);

create table client_link (
  link_id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_hash bytea not null,
  survey_id uuid,
  most_uses integer not null,
  uses integer not null default 0,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  created_by text not null,
  revoked_at timestamp with time zone,
  constraint client_link_pkey PRIMARY KEY (link_id),
  constraint client_link_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES client_survey(survey_id),
  constraint client_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES client_user(user_id),
  constraint client_link_most_uses_check CHECK (((most_uses >= 1) AND (most_uses <= 20))),
  constraint client_link_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint client_link_uses CHECK (((uses >= 0) AND (uses <= most_uses)))
);
CREATE INDEX client_link_user ON public.client_link USING btree (user_id, created_at, link_id);

create table client_order (
  order_id uuid not null default gen_random_uuid(),
  organisation_id uuid not null,
  survey_id uuid not null,
  price_cents bigint not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  opened_by text not null,
  approved_by text,
  constraint client_order_pkey PRIMARY KEY (order_id),
  constraint client_order_survey_id_key UNIQUE (survey_id),
  constraint client_order_organisation_id_survey_id_fkey FOREIGN KEY (organisation_id, survey_id) REFERENCES client_survey(organisation_id, survey_id),
  constraint client_order_price_cents_check CHECK ((price_cents > 0))
);

create table client_organisation (
  organisation_id uuid not null default gen_random_uuid(),
  name text not null,
  created_at timestamp with time zone not null default now(),
  created_by text not null,
  constraint client_organisation_pkey PRIMARY KEY (organisation_id),
  constraint client_organisation_name_key UNIQUE (name),
  constraint client_organisation_name_check CHECK ((name <> ''::text))
);

create table client_place (
  member_id uuid not null,
  survey_id uuid not null,
  order_id uuid not null,
  price_cents bigint not null,
  is_open boolean not null default true,
  is_waiting boolean not null default false,
  is_charged boolean not null default false,
  is_earlier boolean not null default false,
  constraint client_place_pkey PRIMARY KEY (member_id, survey_id),
  constraint client_place_member_id_survey_id_fkey FOREIGN KEY (member_id, survey_id) REFERENCES survey_attempt(member_id, survey_id),
  constraint client_place_charged_is_open CHECK ((is_open OR (NOT is_charged))),
  constraint client_place_price_cents_check CHECK ((price_cents > 0)),
  constraint client_place_waiting_is_closed CHECK ((NOT (is_open AND is_waiting)))
);
CREATE INDEX client_place_earlier ON public.client_place USING btree (order_id) WHERE (is_earlier AND is_waiting);
CREATE INDEX client_place_survey ON public.client_place USING btree (survey_id);

create table client_quote (
  quote_id uuid not null default gen_random_uuid(),
  organisation_id uuid not null,
  survey_id uuid not null,
  version integer not null,
  completes integer not null,
  incidence_percent integer not null,
  minutes integer not null,
  is_measured boolean not null,
  reward_cents bigint not null,
  screen_out_cents bigint not null,
  minute_cents bigint not null,
  margin_percent integer not null,
  setup_cents bigint not null,
  price_cents bigint not null,
  total_cents bigint not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  created_by text not null,
  approved_by text,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  constraint client_quote_pkey PRIMARY KEY (quote_id),
  constraint client_quote_survey_id_version_key UNIQUE (survey_id, version),
  constraint client_quote_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES client_user(user_id),
  constraint client_quote_organisation_id_survey_id_fkey FOREIGN KEY (organisation_id, survey_id) REFERENCES client_survey(organisation_id, survey_id),
  constraint client_quote_accepted CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))),
  constraint client_quote_completes_check CHECK (((completes >= 1) AND (completes <= 1000000))),
  constraint client_quote_incidence_percent_check CHECK (((incidence_percent >= 1) AND (incidence_percent <= 100))),
  constraint client_quote_margin_percent_check CHECK ((margin_percent >= 0)),
  constraint client_quote_minute_cents_check CHECK ((minute_cents >= 0)),
  constraint client_quote_minutes_check CHECK ((minutes >= 1)),
  constraint client_quote_one_end CHECK (((accepted_at IS NULL) OR (withdrawn_at IS NULL))),
  constraint client_quote_price_cents_check CHECK ((price_cents > 0)),
  constraint client_quote_reward_cents_check CHECK ((reward_cents >= 0)),
  constraint client_quote_screen_out_cents_check CHECK ((screen_out_cents >= 0)),
  constraint client_quote_setup_cents_check CHECK ((setup_cents >= 0)),
  constraint client_quote_total CHECK ((total_cents = (price_cents * completes))),
  constraint client_quote_version_check CHECK ((version >= 1)),
  constraint client_quote_withdrawn CHECK (((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))
);
CREATE UNIQUE INDEX client_quote_accepted ON public.client_quote USING btree (survey_id) WHERE (accepted_at IS NOT NULL);
CREATE INDEX client_quote_newest ON public.client_quote USING btree (organisation_id, created_at DESC, quote_id);

create table client_receipt (
  receipt_id uuid not null default gen_random_uuid(),
  organisation_id uuid not null,
  kind text not null,
  reference text not null,
  day date not null,
  cents bigint not null,
  booked_at timestamp with time zone not null default clock_timestamp(),
  booked_by text not null,
  approved_by text,
  reason text not null default ''::text,
  constraint client_receipt_pkey PRIMARY KEY (receipt_id),
  constraint client_receipt_reference_key UNIQUE (reference),
  constraint client_receipt_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES client_organisation(organisation_id),
  constraint client_receipt_cents_check CHECK ((cents > 0)),
  constraint client_receipt_kind_check CHECK ((kind = ANY (ARRAY['received'::text, 'returned'::text]))),
  constraint client_receipt_reference_check CHECK (((reference = upper(reference)) AND (reference <> ''::text))),
  constraint client_receipt_returned CHECK (((kind <> 'returned'::text) OR ((reason <> ''::text) AND (approved_by IS NOT NULL))))
);
CREATE INDEX client_receipt_newest ON public.client_receipt USING btree (organisation_id, booked_at DESC, receipt_id);

create table client_recovery_code (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint client_recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint client_recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES client_user(user_id),
  constraint client_recovery_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

create table client_second_factor (
  user_id uuid not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint client_second_factor_pkey PRIMARY KEY (user_id),
  constraint client_second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES client_user(user_id)
);

create table client_session (
  user_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null default gen_random_uuid(),
  link_id uuid,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  address text,
  user_agent text,
  revoked_at timestamp with time zone,
  constraint client_session_pkey PRIMARY KEY (user_id, token_hash),
  constraint client_session_user_id_session_id_key UNIQUE (user_id, session_id),
  constraint client_session_link_id_fkey FOREIGN KEY (link_id) REFERENCES client_link(link_id),
  constraint client_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES client_user(user_id),
  constraint client_session_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX client_session_link ON public.client_session USING btree (link_id) WHERE (link_id IS NOT NULL);

create table client_step (
  step_id bigint not null generated always as identity,
  order_id uuid not null,
  completes smallint not null,
  places smallint not null,
  constraint client_step_pkey PRIMARY KEY (step_id),
  constraint client_step_completes_check CHECK (((completes >= '-1'::integer) AND (completes <= 1))),
  constraint client_step_places_check CHECK (((places >= '-1'::integer) AND (places <= 0)))
);
CREATE INDEX client_step_order ON public.client_step USING btree (order_id);

create table client_survey (
  survey_id uuid not null,
  organisation_id uuid not null,
  assigned_at timestamp with time zone not null default now(),
  assigned_by text not null,
  constraint client_survey_pkey PRIMARY KEY (survey_id),
  constraint client_survey_organisation_id_survey_id_key UNIQUE (organisation_id, survey_id),
  constraint client_survey_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES client_organisation(organisation_id),
  constraint client_survey_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id)
);

create table client_user (
  user_id uuid not null default gen_random_uuid(),
  organisation_id uuid not null,
  name text not null,
  email text not null,
  password_hash text,
  created_at timestamp with time zone not null default now(),
  created_by text not null,
  removed_at timestamp with time zone,
  constraint client_user_pkey PRIMARY KEY (user_id),
  constraint client_user_email_key UNIQUE (email),
  constraint client_user_organisation_id_user_id_key UNIQUE (organisation_id, user_id),
  constraint client_user_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES client_organisation(organisation_id),
  constraint client_user_email_check CHECK ((email = lower(email))),
  constraint client_user_name_check CHECK ((name <> ''::text))
);
CREATE INDEX client_user_organisation ON public.client_user USING btree (organisation_id, created_at, user_id);

create table cluster (
  cluster_id uuid not null default gen_random_uuid(),
  state text not null default 'found'::text,
  version integer not null default 1,
  score integer not null,
  reasons jsonb not null,
  found_at timestamp with time zone not null default now(),
  waits_since timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by text,
  decision_reason text,
  constraint cluster_pkey PRIMARY KEY (cluster_id),
  constraint cluster_decided_by CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
  constraint cluster_decision_reason CHECK (((decided_at IS NULL) = (decision_reason IS NULL))),
  constraint cluster_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint cluster_state_check CHECK ((state = ANY (ARRAY['found'::text, 'held'::text, 'paused'::text, 'released'::text, 'dismissed'::text, 'closed'::text])))
);
CREATE INDEX cluster_by_score ON public.cluster USING btree (score DESC, cluster_id) WHERE (state <> 'closed'::text);
CREATE INDEX cluster_held ON public.cluster USING btree (decided_at) WHERE (state = 'held'::text);
CREATE INDEX cluster_waiting ON public.cluster USING btree (waits_since) WHERE ((state = 'found'::text) AND (score >= 50));

create table cluster_edge (
  cluster_id uuid not null,
  member_id uuid not null,
  other_id uuid not null,
  kind text not null,
  weight integer not null,
  is_decided boolean not null default false,
  found_at timestamp with time zone not null default now(),
  constraint cluster_edge_pkey PRIMARY KEY (cluster_id, member_id, other_id, kind),
  constraint cluster_edge_cluster_id_fkey FOREIGN KEY (cluster_id) REFERENCES cluster(cluster_id),
  constraint cluster_edge_kind_check CHECK ((kind = ANY (ARRAY['mailbox'::text, 'destination'::text, 'device'::text, 'invitation'::text, 'timing'::text]))),
  constraint cluster_edge_ordered CHECK ((member_id < other_id)),
  constraint cluster_edge_weight_check CHECK ((weight > 0))
);
CREATE INDEX cluster_edge_member ON public.cluster_edge USING btree (member_id);
CREATE INDEX cluster_edge_other ON public.cluster_edge USING btree (other_id);

create table cluster_member (
  member_id uuid not null,
  cluster_id uuid not null,
  joined_at timestamp with time zone not null default now(),
  constraint cluster_member_pkey PRIMARY KEY (member_id),
  constraint cluster_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX cluster_member_of ON public.cluster_member USING btree (cluster_id);

create table cluster_search (
  is_only boolean not null default true,
  seen_from timestamp with time zone not null,
  seen_until timestamp with time zone not null,
  after_seen_at timestamp with time zone,
  after_member_id uuid,
  constraint cluster_search_pkey PRIMARY KEY (is_only),
  constraint cluster_search_after CHECK (((after_seen_at IS NULL) = (after_member_id IS NULL))),
  constraint cluster_search_is_only_check CHECK (is_only)
);

create table contact_message (
  message_id uuid not null default gen_random_uuid(),
  member_id uuid,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  status text not null default 'new'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  address inet,
  user_agent text,
  constraint contact_message_pkey PRIMARY KEY (message_id),
  constraint contact_message_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 254))),
  constraint contact_message_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000))),
  constraint contact_message_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint contact_message_status_check CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text]))),
  constraint contact_message_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 150))),
  constraint contact_message_version_check CHECK ((version > 0))
);
CREATE INDEX contact_message_email ON public.contact_message USING btree (email, created_at DESC, message_id DESC);
CREATE INDEX contact_message_member ON public.contact_message USING btree (member_id, created_at DESC) WHERE (member_id IS NOT NULL);
CREATE INDEX contact_message_newest ON public.contact_message USING btree (created_at DESC, message_id DESC);
CREATE INDEX contact_message_status_newest ON public.contact_message USING btree (status, created_at DESC, message_id DESC);
CREATE INDEX contact_message_words ON public.contact_message USING gin (contact_words(name, email, subject, message) gin_trgm_ops);

create table contact_reply (
  reply_id uuid not null default gen_random_uuid(),
  message_id uuid not null,
  member_id uuid,
  recipient text not null,
  subject text not null,
  text text not null,
  replied_by text not null,
  replied_at timestamp with time zone not null default now(),
  constraint contact_reply_pkey PRIMARY KEY (reply_id),
  constraint contact_reply_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_message(message_id) ON DELETE CASCADE,
  constraint contact_reply_recipient_check CHECK ((recipient = lower(recipient))),
  constraint contact_reply_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 160)) AND (subject !~ '[\u0001-\u001f]'::text))),
  constraint contact_reply_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 5000)))
);
CREATE INDEX contact_reply_member ON public.contact_reply USING btree (member_id, replied_at) WHERE (member_id IS NOT NULL);
CREATE INDEX contact_reply_message ON public.contact_reply USING btree (message_id, replied_at, reply_id);
CREATE TRIGGER contact_reply_kept BEFORE UPDATE ON public.contact_reply FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table contact_template (
  template_id uuid not null default gen_random_uuid(),
  name text not null,
  subject text,
  text text not null,
  version integer not null default 1,
  updated_by text not null,
  updated_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint contact_template_pkey PRIMARY KEY (template_id),
  constraint contact_template_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint contact_template_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 150))),
  constraint contact_template_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 5000))),
  constraint contact_template_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX contact_template_name ON public.contact_template USING btree (lower(name)) WHERE (retired_at IS NULL);

create table count_mark (
  is_only boolean not null default true,
  until timestamp with time zone not null,
  constraint count_mark_pkey PRIMARY KEY (is_only),
  constraint count_mark_is_only_check CHECK (is_only)
);

create table credit_claim (
  member_id uuid not null,
  claim_id uuid not null default gen_random_uuid(),
  click_id uuid not null,
  note text not null default ''::text,
  state text not null default 'open'::text,
  reason text,
  points integer,
  opened_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by text,
  constraint credit_claim_pkey PRIMARY KEY (member_id, claim_id),
  constraint credit_claim_member_id_click_id_key UNIQUE (member_id, click_id),
  constraint credit_claim_member_id_click_id_fkey FOREIGN KEY (member_id, click_id) REFERENCES click(member_id, click_id),
  constraint credit_claim_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint credit_claim_decided_at CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint credit_claim_declined CHECK (((state <> 'declined'::text) OR (reason IS NOT NULL))),
  constraint credit_claim_state_check CHECK ((state = ANY (ARRAY['open'::text, 'credited'::text, 'declined'::text])))
);
CREATE INDEX credit_claim_by_id ON public.credit_claim USING btree (claim_id);
CREATE INDEX credit_claim_member ON public.credit_claim USING btree (member_id, opened_at DESC, claim_id);
CREATE INDEX credit_claim_open ON public.credit_claim USING btree (opened_at, claim_id) WHERE (state = 'open'::text);
CREATE INDEX credit_claim_opened ON public.credit_claim USING btree (opened_at, claim_id);
CREATE INDEX credit_claim_state ON public.credit_claim USING btree (state, opened_at, claim_id);

create table csp_report (
  directive text not null,
  blocked text not null,
  page text not null,
  reports bigint not null default 1,
  first_at timestamp with time zone not null default now(),
  last_at timestamp with time zone not null default now(),
  constraint csp_report_pkey PRIMARY KEY (directive, blocked, page),
  constraint csp_report_blocked_check CHECK (((length(blocked) >= 1) AND (length(blocked) <= 200))),
  constraint csp_report_directive_check CHECK (((length(directive) >= 1) AND (length(directive) <= 60))),
  constraint csp_report_page_check CHECK (((length(page) >= 1) AND (length(page) <= 200)))
);

create table daily_figure (
  name text not null,
  day date not null,
  value bigint not null,
  constraint daily_figure_pkey PRIMARY KEY (name, day),
  constraint daily_figure_day_fkey FOREIGN KEY (day) REFERENCES figure_day(day),
  constraint daily_figure_name_check CHECK ((name ~ '^[a-z-]+(:[a-z-]+)?$'::text))
);

create table daily_login (
  member_id uuid not null,
  day date not null,
  points integer not null,
  streak integer not null,
  claimed_at timestamp with time zone not null default now(),
  constraint daily_login_pkey PRIMARY KEY (member_id, day),
  constraint daily_login_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallet(member_id),
  constraint daily_login_points_check CHECK ((points >= 0)),
  constraint daily_login_streak_check CHECK ((streak >= 1))
);

create table daily_offer_figure (
  survey_id uuid not null,
  day date not null,
  clicks bigint not null,
  started bigint not null,
  completed bigint not null,
  credited bigint not null,
  constraint daily_offer_figure_pkey PRIMARY KEY (survey_id, day),
  constraint daily_offer_figure_day_fkey FOREIGN KEY (day) REFERENCES figure_day(day),
  constraint daily_offer_figure_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint daily_offer_figure_clicks_check CHECK ((clicks >= 0)),
  constraint daily_offer_figure_completed_check CHECK ((completed >= 0)),
  constraint daily_offer_figure_credited_check CHECK ((credited >= 0)),
  constraint daily_offer_figure_started_check CHECK ((started >= 0))
);

create table destination_backlog (
  member_id uuid not null,
  entry_id uuid not null default gen_random_uuid(),
  withdrawal_id uuid,
  mpesa_number text,
  named_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint destination_backlog_pkey PRIMARY KEY (member_id, entry_id),
  constraint destination_backlog_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint destination_backlog_one_source CHECK (((withdrawal_id IS NULL) <> (mpesa_number IS NULL)))
);
CREATE INDEX destination_backlog_paid ON public.destination_backlog USING btree (paid_at, member_id, entry_id);

create table destination_claimant (
  destination_hash bytea not null,
  member_id uuid not null,
  constraint destination_claimant_pkey PRIMARY KEY (destination_hash, member_id),
  constraint destination_claimant_destination_hash_check CHECK ((octet_length(destination_hash) = 32))
);
CREATE INDEX destination_claimant_member ON public.destination_claimant USING btree (member_id);

create table destination_code (
  member_id uuid not null,
  code_id uuid not null,
  number text not null,
  number_hash bytea not null,
  code_hash bytea,
  tries integer not null default 0,
  requested_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint destination_code_pkey PRIMARY KEY (member_id),
  constraint destination_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint destination_code_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint destination_code_number_check CHECK ((number ~~ 'sealed:1:%'::text)),
  constraint destination_code_number_hash_check CHECK ((octet_length(number_hash) = 32)),
  constraint destination_code_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);

create table destination_owner (
  destination_hash bytea not null,
  member_id uuid not null,
  constraint destination_owner_pkey PRIMARY KEY (destination_hash),
  constraint destination_owner_destination_hash_check CHECK ((octet_length(destination_hash) = 32))
);
CREATE INDEX destination_owner_member ON public.destination_owner USING btree (member_id);

create table document_series (
  series text not null,
  last_no integer not null,
  constraint document_series_pkey PRIMARY KEY (series),
  constraint document_series_last_no_check CHECK ((last_no >= 0))
);

create table earning_day (
  member_id uuid not null,
  day date not null,
  points bigint not null,
  constraint earning_day_pkey PRIMARY KEY (member_id, day),
  constraint earning_day_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallet(member_id)
);
CREATE TRIGGER earning_day_guard BEFORE DELETE OR UPDATE ON public.earning_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_by_hand();

create table earnings_correction (
  member_id uuid not null,
  correction_id uuid not null,
  total_before numeric(16,2) not null,
  total_after numeric(16,2) not null,
  points_before bigint not null,
  points_after bigint not null,
  reason text not null,
  actor text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint earnings_correction_pkey PRIMARY KEY (member_id, correction_id),
  constraint earnings_correction_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallet(member_id),
  constraint earnings_correction_changes CHECK (((total_before IS DISTINCT FROM total_after) OR (points_before IS DISTINCT FROM points_after))),
  constraint earnings_correction_points_after CHECK (((points_after >= 0) OR (points_after = points_before))),
  constraint earnings_correction_reason_check CHECK ((reason <> ''::text)),
  constraint earnings_correction_total_after CHECK (((total_after >= (0)::numeric) OR (total_after = total_before)))
);
CREATE TRIGGER correction_moves_total BEFORE INSERT ON public.earnings_correction FOR EACH ROW EXECUTE FUNCTION apply_correction();
CREATE TRIGGER earnings_correction_append_only BEFORE DELETE OR UPDATE ON public.earnings_correction FOR EACH ROW EXECUTE FUNCTION guard_final_row();
CREATE TRIGGER earnings_correction_no_truncate BEFORE TRUNCATE ON public.earnings_correction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table economy_version (
  version integer not null generated always as identity,
  record jsonb not null,
  follows integer,
  changed_by text not null,
  reason text not null,
  created_at timestamp with time zone not null default now(),
  preset text,
  assumptions jsonb,
  constraint economy_version_pkey PRIMARY KEY (version),
  constraint economy_version_follows_key UNIQUE (follows),
  constraint economy_version_assumptions_check CHECK (((preset IS NULL) = (assumptions IS NULL))),
  constraint economy_version_preset_check CHECK ((preset = ANY (ARRAY['specified'::text, 'sustainable'::text, 'own'::text])))
);
-- privileges: {owner=arxtm/owner}

create table email_move (
  member_id uuid not null,
  move_id uuid not null default gen_random_uuid(),
  from_email text not null,
  to_email text not null,
  requested_at timestamp with time zone not null,
  moved_at timestamp with time zone not null default now(),
  undo_until timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint email_move_pkey PRIMARY KEY (member_id, move_id),
  constraint email_move_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint email_move_from_email_check CHECK ((from_email = lower(from_email))),
  constraint email_move_to_email_check CHECK ((to_email = lower(to_email)))
);

create table email_owner (
  email text not null,
  member_id uuid not null,
  reserved_until timestamp with time zone,
  constraint email_owner_pkey PRIMARY KEY (email),
  constraint email_owner_email_check CHECK ((email = lower(email)))
);

create table erased_print (
  print_hash bytea not null,
  kind text not null,
  survey_ids uuid[] not null,
  until timestamp with time zone not null,
  member_ids uuid[] not null default '{}'::uuid[],
  constraint erased_print_pkey PRIMARY KEY (print_hash),
  constraint erased_print_kind_check CHECK ((kind = ANY (ARRAY['mailbox'::text, 'destination'::text]))),
  constraint erased_print_print_hash_check CHECK ((octet_length(print_hash) = 32))
);
CREATE INDEX erased_print_until ON public.erased_print USING btree (until);

create table figure_day (
  day date not null,
  ends_at timestamp with time zone not null,
  counted_at timestamp with time zone not null default clock_timestamp(),
  constraint figure_day_pkey PRIMARY KEY (day),
  constraint figure_day_ends_at_key UNIQUE (ends_at)
);

create table former_email (
  member_id uuid not null,
  email text not null,
  left_at timestamp with time zone not null default now(),
  constraint former_email_pkey PRIMARY KEY (member_id, email),
  constraint former_email_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

create table hold (
  member_id uuid not null,
  hold_id uuid not null default gen_random_uuid(),
  subject text not null,
  subject_id uuid not null,
  reason text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  ended_by text,
  end_reason text,
  facts jsonb not null default '{}'::jsonb,
  evaluate_at timestamp with time zone,
  constraint hold_pkey PRIMARY KEY (member_id, hold_id),
  constraint hold_member_id_subject_subject_id_reason_since_key UNIQUE (member_id, subject, subject_id, reason, since),
  constraint hold_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint hold_ended CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint hold_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint hold_reason_check CHECK ((reason ~ '^[a-z-]+$'::text)),
  constraint hold_subject_check CHECK ((subject = ANY (ARRAY['withdrawal'::text, 'survey'::text])))
);
CREATE INDEX hold_due ON public.hold USING btree (until) WHERE ((ended_at IS NULL) AND (until IS NOT NULL));
CREATE INDEX hold_open ON public.hold USING btree (member_id, subject, subject_id) WHERE (ended_at IS NULL);
CREATE INDEX hold_to_evaluate ON public.hold USING btree (evaluate_at) WHERE ((ended_at IS NULL) AND (subject = 'withdrawal'::text));

create table journal_account (
  code text not null,
  number integer not null,
  name text not null,
  type text not null,
  constraint journal_account_pkey PRIMARY KEY (code),
  constraint journal_account_number_key UNIQUE (number),
  constraint journal_account_code_check CHECK ((code ~ '^[a-z][a-z-]*$'::text)),
  constraint journal_account_number_check CHECK (((number >= 1000) AND (number <= 9999))),
  constraint journal_account_type_check CHECK ((type = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'revenue'::text, 'expense'::text])))
);
CREATE TRIGGER journal_account_append_only BEFORE DELETE OR UPDATE ON public.journal_account FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_account_no_truncate BEFORE TRUNCATE ON public.journal_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_day (
  day date not null,
  account text not null,
  currency text not null,
  partner_id uuid not null,
  slot integer not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  points bigint not null default 0,
  constraint journal_day_pkey PRIMARY KEY (day, account, currency, partner_id, slot),
  constraint journal_day_account_fkey FOREIGN KEY (account) REFERENCES journal_account(code),
  constraint journal_day_credit_minor_check CHECK ((credit_minor >= 0)),
  constraint journal_day_currency_check CHECK ((currency = ANY (ARRAY['KES'::text, 'USD'::text]))),
  constraint journal_day_debit_minor_check CHECK ((debit_minor >= 0))
);
CREATE INDEX journal_day_account ON public.journal_day USING btree (account, day);
CREATE TRIGGER journal_day_guard BEFORE INSERT OR DELETE OR UPDATE ON public.journal_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_booking_by_hand();
CREATE TRIGGER journal_day_no_truncate BEFORE TRUNCATE ON public.journal_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_entry (
  entry_id bigint not null generated always as identity,
  source_key text not null,
  kind text not null,
  day date not null,
  booked_for date,
  description text not null,
  member_id uuid,
  withdrawal_id uuid,
  partner_id uuid,
  lines jsonb not null,
  booked_at timestamp with time zone not null,
  constraint journal_entry_pkey PRIMARY KEY (entry_id),
  constraint journal_entry_source_key_key UNIQUE (source_key),
  constraint journal_entry_booked_for CHECK ((booked_for <> day)),
  constraint journal_entry_description_check CHECK ((description <> ''::text)),
  constraint journal_entry_kind_check CHECK ((kind ~ '^[a-z][a-z-]*$'::text)),
  constraint journal_entry_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  constraint journal_entry_source_key_check CHECK ((source_key <> ''::text))
);
CREATE INDEX journal_entry_day ON public.journal_entry USING btree (day, entry_id);
CREATE INDEX journal_entry_kind ON public.journal_entry USING btree (kind, day);
CREATE INDEX journal_entry_withdrawal ON public.journal_entry USING btree (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);
CREATE TRIGGER journal_entry_append_only BEFORE DELETE OR UPDATE ON public.journal_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_entry_booked AFTER INSERT ON public.journal_entry FOR EACH ROW EXECUTE FUNCTION book_journal_lines();
CREATE TRIGGER journal_entry_dated BEFORE INSERT ON public.journal_entry FOR EACH ROW EXECUTE FUNCTION date_journal_entry();
CREATE TRIGGER journal_entry_no_truncate BEFORE TRUNCATE ON public.journal_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_line (
  entry_id bigint not null,
  line_no integer not null,
  account text not null,
  currency text not null,
  minor bigint not null,
  day date not null,
  points bigint not null default 0,
  constraint journal_line_pkey PRIMARY KEY (entry_id, line_no),
  constraint journal_line_account_fkey FOREIGN KEY (account) REFERENCES journal_account(code),
  constraint journal_line_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entry(entry_id),
  constraint journal_line_currency_check CHECK ((currency = ANY (ARRAY['KES'::text, 'USD'::text]))),
  constraint journal_line_line_no_check CHECK ((line_no > 0)),
  constraint journal_line_minor_check CHECK ((minor <> 0)),
  constraint journal_line_points_account CHECK (((points = 0) OR (account = ANY (ARRAY['members-points'::text, 'member-debts'::text]))))
);
CREATE INDEX journal_line_account ON public.journal_line USING btree (account, day, entry_id);
CREATE TRIGGER journal_line_append_only BEFORE DELETE OR UPDATE ON public.journal_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_line_guard BEFORE INSERT ON public.journal_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_booking_by_hand();
CREATE TRIGGER journal_line_no_truncate BEFORE TRUNCATE ON public.journal_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_offer_day (
  day date not null,
  survey_id uuid not null,
  usd_minor bigint not null,
  kes_minor bigint not null,
  credits bigint not null,
  constraint journal_offer_day_pkey PRIMARY KEY (survey_id, day),
  constraint journal_offer_day_day_fkey FOREIGN KEY (day) REFERENCES journal_points_day(day)
);
CREATE INDEX journal_offer_day_day ON public.journal_offer_day USING btree (day);
CREATE TRIGGER journal_offer_day_append_only BEFORE DELETE OR UPDATE ON public.journal_offer_day FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_offer_day_no_truncate BEFORE TRUNCATE ON public.journal_offer_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table journal_points_day (
  day date not null,
  ends_at timestamp with time zone not null,
  kes_per_point bigint not null,
  kes_per_usd numeric not null,
  booked_at timestamp with time zone not null default clock_timestamp(),
  constraint journal_points_day_pkey PRIMARY KEY (day),
  constraint journal_points_day_ends_at_key UNIQUE (ends_at),
  constraint journal_points_day_kes_per_point_check CHECK ((kes_per_point > 0)),
  constraint journal_points_day_kes_per_usd_check CHECK ((kes_per_usd > (0)::numeric))
);
CREATE TRIGGER journal_points_day_append_only BEFORE DELETE OR UPDATE ON public.journal_points_day FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_points_day_no_truncate BEFORE TRUNCATE ON public.journal_points_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table known_device (
  member_id uuid not null,
  token_hash bytea not null,
  used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint known_device_pkey PRIMARY KEY (member_id, token_hash),
  constraint known_device_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint known_device_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table mail_delivery (
  job_id uuid not null,
  kind text not null,
  recipient text not null,
  subject text not null,
  message_id text not null,
  state text not null default 'sending'::text,
  attempts integer not null default 1,
  last_error text,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  is_repeatable boolean not null default false,
  constraint mail_delivery_pkey PRIMARY KEY (job_id),
  constraint mail_delivery_attempts_check CHECK ((attempts > 0)),
  constraint mail_delivery_last_error CHECK (((state <> ALL (ARRAY['refused'::text, 'unknown'::text])) OR (last_error IS NOT NULL))),
  constraint mail_delivery_last_error_check CHECK ((char_length(last_error) <= 300)),
  constraint mail_delivery_settled_at CHECK (((state = 'refused'::text) OR ((state = 'sending'::text) = (settled_at IS NULL)))),
  constraint mail_delivery_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'refused'::text, 'unknown'::text])))
);
CREATE INDEX mail_delivery_by_state ON public.mail_delivery USING btree (state, created_at DESC, job_id DESC);
CREATE INDEX mail_delivery_newest ON public.mail_delivery USING btree (created_at DESC, job_id DESC);
CREATE INDEX mail_delivery_not_sent ON public.mail_delivery USING btree (created_at DESC, job_id) WHERE (state <> 'sent'::text);
CREATE INDEX mail_delivery_recipient ON public.mail_delivery USING btree (recipient, created_at);
CREATE TRIGGER mail_delivery_guard BEFORE UPDATE OF state ON public.mail_delivery FOR EACH ROW EXECUTE FUNCTION guard_mail_delivery();

create table member (
  member_id uuid not null default gen_random_uuid(),
  email text not null,
  first_name text not null,
  last_name text not null,
  country text not null,
  password_hash text not null,
  email_verified_at timestamp with time zone,
  is_sign_up_contested boolean not null default false,
  admin_role text,
  premium_until timestamp with time zone,
  premium_cancelled_at timestamp with time zone,
  premium_reminded_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone,
  suspension_reason text,
  deletion_due_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint member_pkey PRIMARY KEY (member_id),
  constraint member_admin_role_check CHECK ((admin_role = ANY (ARRAY['owner'::text, 'finance'::text, 'content'::text, 'analyst'::text]))),
  constraint member_erased_is_nobody CHECK (((erased_at IS NULL) OR ((email = (('erased-'::text || (member_id)::text) || '@deleted.invalid'::text)) AND (first_name = 'Erased'::text) AND (last_name = 'member'::text) AND (country = ''::text) AND (password_hash = ''::text) AND (email_verified_at IS NULL) AND (premium_until IS NULL) AND (admin_role IS NULL) AND (COALESCE(suspension_reason, 'erased'::text) = 'erased'::text)))),
  constraint member_erased_was_closing CHECK (((erased_at IS NULL) OR (deletion_due_at IS NOT NULL))),
  constraint member_suspended CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL)))
);
CREATE INDEX member_admin ON public.member USING btree (created_at, member_id) WHERE (admin_role IS NOT NULL);
CREATE INDEX member_country ON public.member USING btree (lower(country), created_at, member_id) WHERE (erased_at IS NULL);
CREATE INDEX member_created ON public.member USING btree (created_at);
CREATE INDEX member_deletion_due ON public.member USING btree (deletion_due_at) WHERE ((deletion_due_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX member_newest ON public.member USING btree (created_at, member_id) WHERE (erased_at IS NULL);
CREATE INDEX member_premium ON public.member USING btree (premium_until) WHERE (premium_until IS NOT NULL);
CREATE INDEX member_search ON public.member USING gin (lower(((((first_name || ' '::text) || last_name) || ' '::text) || email)) gin_trgm_ops);
CREATE INDEX member_suspended ON public.member USING btree (created_at, member_id) WHERE (suspended_at IS NOT NULL);
CREATE INDEX member_unverified ON public.member USING btree (created_at, member_id) WHERE ((email_verified_at IS NULL) AND (erased_at IS NULL));
CREATE TRIGGER member_is_seen AFTER INSERT ON public.member FOR EACH ROW EXECUTE FUNCTION keep_member_seen();
CREATE TRIGGER member_keeps_former_email AFTER UPDATE OF email ON public.member FOR EACH ROW WHEN (((old.email <> new.email) AND (new.erased_at IS NULL))) EXECUTE FUNCTION keep_former_email();
CREATE TRIGGER member_stays_erased BEFORE UPDATE ON public.member FOR EACH ROW WHEN (((old.erased_at IS NOT NULL) AND (new.erased_at IS DISTINCT FROM old.erased_at))) EXECUTE FUNCTION refuse_change();

create table member_mailbox (
  mailbox_hash bytea not null,
  member_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint member_mailbox_pkey PRIMARY KEY (mailbox_hash, member_id),
  constraint member_mailbox_mailbox_hash_check CHECK ((octet_length(mailbox_hash) = 32))
);
CREATE INDEX member_mailbox_member ON public.member_mailbox USING btree (member_id);

create table member_note (
  member_id uuid not null,
  note_id uuid not null default gen_random_uuid(),
  note text not null,
  author text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint member_note_pkey PRIMARY KEY (member_id, note_id),
  constraint member_note_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_note_note_check CHECK ((note <> ''::text))
);
CREATE TRIGGER member_note_append_only BEFORE DELETE OR UPDATE ON public.member_note FOR EACH ROW EXECUTE FUNCTION guard_member_note();

create table member_passkey (
  member_id uuid not null,
  credential_id bytea not null,
  passkey_id uuid not null default gen_random_uuid(),
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint member_passkey_pkey PRIMARY KEY (member_id, credential_id),
  constraint member_passkey_member_id_passkey_id_key UNIQUE (member_id, passkey_id),
  constraint member_passkey_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_passkey_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint member_passkey_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint member_passkey_sign_count_check CHECK ((sign_count >= 0))
);

create table member_passkey_challenge (
  challenge_hash bytea not null,
  member_id uuid,
  session_hash bytea,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint member_passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint member_passkey_challenge_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32)),
  constraint member_passkey_challenge_log_in_has_no_member CHECK (((purpose = 'log-in'::text) = (member_id IS NULL))),
  constraint member_passkey_challenge_log_in_has_no_session CHECK (((purpose = 'log-in'::text) = (session_hash IS NULL))),
  constraint member_passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'log-in'::text, 'step-up'::text]))),
  constraint member_passkey_challenge_session_hash_check CHECK ((octet_length(session_hash) = 32))
);
CREATE INDEX member_passkey_challenge_expires ON public.member_passkey_challenge USING btree (expires_at);

create table member_recovery_code (
  member_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint member_recovery_code_pkey PRIMARY KEY (member_id, code_hash),
  constraint member_recovery_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_recovery_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

create table member_referral_code (
  member_id uuid not null,
  code text not null,
  constraint member_referral_code_pkey PRIMARY KEY (member_id),
  constraint member_referral_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

create table member_second_factor (
  member_id uuid not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint member_second_factor_pkey PRIMARY KEY (member_id),
  constraint member_second_factor_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

create table member_seen (
  member_id uuid not null,
  last_seen_at timestamp with time zone not null,
  constraint member_seen_pkey PRIMARY KEY (member_id),
  constraint member_seen_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX member_seen_last ON public.member_seen USING btree (last_seen_at, member_id);

create table member_settings (
  member_id uuid not null,
  language text,
  theme text,
  mails_payouts boolean not null default true,
  mails_sign_ins boolean not null default true,
  analytics_consent boolean,
  analytics_consent_at timestamp with time zone,
  constraint member_settings_pkey PRIMARY KEY (member_id),
  constraint member_settings_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_settings_consent_has_a_time CHECK (((analytics_consent IS NULL) = (analytics_consent_at IS NULL))),
  constraint member_settings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'sw'::text]))),
  constraint member_settings_theme_check CHECK ((theme = ANY (ARRAY['auto'::text, 'light'::text, 'dark'::text])))
);

create table member_tax (
  member_id uuid not null,
  residence text not null default 'resident'::text,
  pin text,
  pin_end text,
  changed_at timestamp with time zone not null default now(),
  constraint member_tax_pkey PRIMARY KEY (member_id),
  constraint member_tax_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_tax_pin CHECK (((pin IS NULL) = (pin_end IS NULL))),
  constraint member_tax_pin_check CHECK ((pin ~~ 'sealed:1:%'::text)),
  constraint member_tax_pin_end_check CHECK ((char_length(pin_end) = 2)),
  constraint member_tax_residence_check CHECK ((residence = ANY (ARRAY['resident'::text, 'non-resident'::text])))
);

create table member_terms (
  member_id uuid not null,
  version integer not null,
  how text not null,
  seen_at timestamp with time zone not null default now(),
  accepted_at timestamp with time zone,
  constraint member_terms_pkey PRIMARY KEY (member_id, version),
  constraint member_terms_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_terms_how_check CHECK ((how = ANY (ARRAY['sign-up'::text, 'asked'::text]))),
  constraint member_terms_sign_up_accepts CHECK (((how = 'asked'::text) OR (accepted_at IS NOT NULL))),
  constraint member_terms_version_check CHECK ((version > 0))
);

create table one_time_link (
  member_id uuid not null,
  token_hash bytea not null,
  purpose text not null,
  new_email text,
  created_at timestamp with time zone not null default now(),
  mailed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint one_time_link_pkey PRIMARY KEY (member_id, token_hash),
  constraint one_time_link_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint one_time_link_new_email CHECK (((purpose = 'change-email'::text) = (new_email IS NOT NULL))),
  constraint one_time_link_new_email_check CHECK ((new_email = lower(new_email))),
  constraint one_time_link_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'sign-in'::text, 'reset-password'::text, 'change-email'::text]))),
  constraint one_time_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table page_view (
  day date not null,
  route text not null,
  shard smallint not null,
  views bigint not null,
  constraint page_view_pkey PRIMARY KEY (day, route, shard),
  constraint page_view_route_check CHECK ((route ~ '^/[A-Za-z0-9$/_-]{0,59}$'::text)),
  constraint page_view_shard_check CHECK (((shard >= 0) AND (shard <= 7))),
  constraint page_view_views_check CHECK ((views > 0))
) with (fillfactor=50);

create table partner (
  partner_id uuid not null default gen_random_uuid(),
  name text not null,
  public_key text not null,
  preset text not null,
  scheme jsonb not null,
  secret text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  public_key_hash bytea,
  constraint partner_pkey PRIMARY KEY (partner_id),
  constraint partner_public_key_hash_key UNIQUE (public_key_hash),
  constraint partner_public_key_key UNIQUE (public_key),
  constraint partner_public_key_check CHECK ((public_key ~ '^(sealed:1:.+|[A-Za-z0-9_-]{32,})$'::text)),
  constraint partner_public_key_hash_check CHECK ((octet_length(public_key_hash) = 32)),
  constraint partner_version_check CHECK ((version > 0))
);

create table partner_account (
  partner_id uuid not null,
  payment_days integer not null default 30,
  open_usd numeric(16,4) not null default 0,
  warned_at timestamp with time zone,
  constraint partner_account_pkey PRIMARY KEY (partner_id),
  constraint partner_account_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_account_payment_days_check CHECK (((payment_days >= 0) AND (payment_days <= 365)))
);

create table partner_account_day (
  partner_id uuid not null,
  day date not null,
  origin_month date not null,
  month date not null generated always as ((date_trunc('month'::text, (day)::timestamp without time zone))::date) stored,
  accrued_usd numeric(16,4) not null default 0,
  reversed_usd numeric(16,4) not null default 0,
  accrued_cents bigint not null generated always as ((round((accrued_usd * (100)::numeric)))::bigint) stored,
  reversed_cents bigint not null generated always as ((round((reversed_usd * (100)::numeric)))::bigint) stored,
  constraint partner_account_day_pkey PRIMARY KEY (partner_id, day, origin_month),
  constraint partner_account_day_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_account_day_accrued_usd_check CHECK ((accrued_usd >= (0)::numeric)),
  constraint partner_account_day_origin_month_check CHECK ((EXTRACT(day FROM origin_month) = (1)::numeric)),
  constraint partner_account_day_reversed_usd_check CHECK ((reversed_usd >= (0)::numeric))
);
CREATE INDEX partner_account_day_month ON public.partner_account_day USING btree (month, partner_id);

create table partner_accrual (
  accrual_id bigint not null generated always as identity,
  partner_id uuid not null,
  kind text not null,
  day date not null,
  origin_month date not null,
  usd numeric(12,4) not null,
  constraint partner_accrual_pkey PRIMARY KEY (accrual_id),
  constraint partner_accrual_kind_check CHECK ((kind = ANY (ARRAY['held'::text, 'accrued'::text, 'reversed'::text]))),
  constraint partner_accrual_origin_month_check CHECK ((EXTRACT(day FROM origin_month) = (1)::numeric))
);
CREATE INDEX partner_accrual_partner ON public.partner_accrual USING btree (partner_id) INCLUDE (usd, kind);

create table partner_allocation (
  allocation_id bigint not null generated always as identity,
  receipt_id uuid not null,
  invoice_id uuid not null,
  amount_cents bigint not null,
  allocated_at timestamp with time zone not null default clock_timestamp(),
  constraint partner_allocation_pkey PRIMARY KEY (allocation_id),
  constraint partner_allocation_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES partner_invoice(invoice_id),
  constraint partner_allocation_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES partner_receipt(receipt_id),
  constraint partner_allocation_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX partner_allocation_invoice ON public.partner_allocation USING btree (invoice_id);
CREATE INDEX partner_allocation_receipt ON public.partner_allocation USING btree (receipt_id);

create table partner_credit (
  member_id uuid not null,
  credit_id uuid not null default gen_random_uuid(),
  partner_id uuid not null,
  transaction_id text not null,
  click_id uuid,
  kind text not null,
  title text not null,
  points integer not null,
  amount_usd numeric(12,4) not null,
  state text not null,
  created_at timestamp with time zone not null default now(),
  release_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  reason text,
  claim_id uuid,
  goal text not null default ''::text,
  bought_points integer,
  review_reason text,
  decided_by text,
  constraint partner_credit_pkey PRIMARY KEY (member_id, credit_id),
  constraint partner_credit_member_id_claim_id_fkey FOREIGN KEY (member_id, claim_id) REFERENCES credit_claim(member_id, claim_id),
  constraint partner_credit_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint partner_credit_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_credit_bought_points_check CHECK ((bought_points >= 0)),
  constraint partner_credit_kind_check CHECK ((kind = ANY (ARRAY['survey'::text, 'offer'::text]))),
  constraint partner_credit_points_check CHECK ((points > 0)),
  constraint partner_credit_reviewed CHECK (((state <> 'review'::text) OR (review_reason IS NOT NULL))),
  constraint partner_credit_state_check CHECK ((state = ANY (ARRAY['review'::text, 'pending'::text, 'available'::text, 'reversed'::text, 'cancelled'::text])))
);
CREATE INDEX partner_credit_accrued ON public.partner_credit USING btree (partner_id, created_at, credit_id) WHERE (state = 'available'::text);
CREATE INDEX partner_credit_by_id ON public.partner_credit USING btree (credit_id);
CREATE INDEX partner_credit_created ON public.partner_credit USING btree (created_at);
CREATE INDEX partner_credit_due ON public.partner_credit USING btree (release_at) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX partner_credit_goal ON public.partner_credit USING btree (member_id, click_id, goal) WHERE ((click_id IS NOT NULL) AND (state = ANY (ARRAY['review'::text, 'pending'::text, 'available'::text])));
CREATE INDEX partner_credit_member ON public.partner_credit USING btree (member_id, created_at DESC);
CREATE UNIQUE INDEX partner_credit_of_claim ON public.partner_credit USING btree (member_id, claim_id) WHERE (claim_id IS NOT NULL);
CREATE UNIQUE INDEX partner_credit_once ON public.partner_credit USING btree (member_id, partner_id, transaction_id);
CREATE INDEX partner_credit_review ON public.partner_credit USING btree (created_at, credit_id) WHERE (state = 'review'::text);
CREATE INDEX partner_credit_reviewed_at ON public.partner_credit USING btree (created_at, credit_id) WHERE ((review_reason IS NOT NULL) AND (state <> 'review'::text));

create table partner_day (
  partner_id uuid not null,
  day date not null,
  points bigint not null,
  constraint partner_day_pkey PRIMARY KEY (partner_id, day),
  constraint partner_day_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_day_points_check CHECK ((points >= 0))
);

create table partner_event (
  event_id uuid not null default gen_random_uuid(),
  partner_id uuid not null,
  received_at timestamp with time zone not null default now(),
  method text not null,
  target bytea,
  headers jsonb,
  body bytea,
  address inet,
  replay_of uuid,
  sealed text,
  emptied_at timestamp with time zone,
  constraint partner_event_pkey PRIMARY KEY (event_id),
  constraint partner_event_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_event_replay_of_fkey FOREIGN KEY (replay_of) REFERENCES partner_event(event_id),
  constraint partner_event_sealed_check CHECK ((sealed ~~ 'sealed:1:%'::text)),
  constraint partner_event_stored_once CHECK (((num_nonnulls(target, headers, body) =
CASE
    WHEN ((sealed IS NULL) AND (emptied_at IS NULL)) THEN 3
    ELSE 0
END) AND ((emptied_at IS NULL) OR (sealed IS NULL))))
);
CREATE INDEX partner_event_kept ON public.partner_event USING btree (received_at) WHERE (emptied_at IS NULL);
CREATE INDEX partner_event_newest ON public.partner_event USING btree (partner_id, received_at DESC, event_id DESC);
CREATE INDEX partner_event_newest_of_all ON public.partner_event USING btree (received_at DESC, event_id DESC);
CREATE INDEX partner_event_plain ON public.partner_event USING btree (event_id) WHERE ((sealed IS NULL) AND (emptied_at IS NULL));
CREATE TRIGGER partner_event_append_only BEFORE DELETE OR UPDATE ON public.partner_event FOR EACH ROW EXECUTE FUNCTION guard_partner_event();

create table partner_event_outcome (
  event_id uuid not null,
  partner_id uuid not null,
  received_at timestamp with time zone not null,
  outcome text not null,
  reason text,
  kind text,
  transaction_id text,
  reference text,
  amount_usd numeric(12,4),
  points integer,
  member_id uuid,
  decided_at timestamp with time zone not null default now(),
  decided_by text not null default 'system'::text,
  constraint partner_event_outcome_pkey PRIMARY KEY (event_id),
  constraint partner_event_outcome_event_id_fkey FOREIGN KEY (event_id) REFERENCES partner_event(event_id),
  constraint partner_event_outcome_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_event_outcome_outcome_check CHECK ((outcome = ANY (ARRAY['credited'::text, 'pending'::text, 'review'::text, 'duplicate'::text, 'reversed'::text, 'kept-for-credit'::text, 'screened-out'::text, 'recorded'::text, 'test'::text, 'unmatched'::text, 'rejected'::text])))
);
CREATE INDEX partner_event_outcome_latest ON public.partner_event_outcome USING btree (partner_id, received_at DESC) INCLUDE (outcome);
CREATE INDEX partner_event_outcome_newest ON public.partner_event_outcome USING btree (outcome, received_at DESC, event_id DESC);
CREATE INDEX partner_event_outcome_of_partner ON public.partner_event_outcome USING btree (partner_id, outcome, received_at DESC, event_id DESC);
CREATE INDEX partner_event_outcome_reference ON public.partner_event_outcome USING btree (reference, received_at DESC, event_id DESC) WHERE (reference IS NOT NULL);
CREATE INDEX partner_event_transaction ON public.partner_event_outcome USING btree (transaction_id);
CREATE INDEX partner_event_unmatched ON public.partner_event_outcome USING btree (decided_at) WHERE (outcome = 'unmatched'::text);
CREATE TRIGGER partner_event_outcome_filled BEFORE INSERT ON public.partner_event_outcome FOR EACH ROW EXECUTE FUNCTION fill_event_outcome();

create table partner_invoice (
  invoice_id uuid not null default gen_random_uuid(),
  number text not null,
  kind text not null,
  partner_id uuid not null,
  partner_name text not null,
  month date not null,
  total_cents bigint not null,
  due_day date not null,
  state text not null,
  issued_at timestamp with time zone not null default clock_timestamp(),
  issued_by text not null,
  voids_id uuid,
  reason text not null default ''::text,
  written_off_cents bigint not null default 0,
  constraint partner_invoice_pkey PRIMARY KEY (invoice_id),
  constraint partner_invoice_number_key UNIQUE (number),
  constraint partner_invoice_voids_id_key UNIQUE (voids_id),
  constraint partner_invoice_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_invoice_voids_id_fkey FOREIGN KEY (voids_id) REFERENCES partner_invoice(invoice_id),
  constraint partner_invoice_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit-note'::text]))),
  constraint partner_invoice_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint partner_invoice_positive CHECK (((kind = 'invoice'::text) = (total_cents > 0))),
  constraint partner_invoice_state_check CHECK ((state = ANY (ARRAY['issued'::text, 'paid'::text, 'voided'::text, 'written-off'::text]))),
  constraint partner_invoice_total_cents_check CHECK ((total_cents <> 0)),
  constraint partner_invoice_voids CHECK (((kind = 'credit-note'::text) = (voids_id IS NOT NULL))),
  constraint partner_invoice_written_off_cents_check CHECK ((written_off_cents >= 0))
);
CREATE UNIQUE INDEX partner_invoice_month ON public.partner_invoice USING btree (partner_id, month) WHERE ((kind = 'invoice'::text) AND (state <> 'voided'::text));
CREATE INDEX partner_invoice_newest ON public.partner_invoice USING btree (partner_id, issued_at DESC, invoice_id);

create table partner_invoice_line (
  invoice_id uuid not null,
  line_no integer not null,
  month date not null,
  origin_month date not null,
  accrued_cents bigint not null,
  reversed_cents bigint not null,
  constraint partner_invoice_line_pkey PRIMARY KEY (invoice_id, line_no),
  constraint partner_invoice_line_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES partner_invoice(invoice_id),
  constraint partner_invoice_line_line_no_check CHECK ((line_no > 0))
);

create table partner_receipt (
  receipt_id uuid not null default gen_random_uuid(),
  partner_id uuid not null,
  reference text not null,
  day date not null,
  amount_cents bigint not null,
  kes_cents bigint not null,
  charge_kes_cents bigint not null default 0,
  rate numeric(12,4) not null,
  fx_difference_kes_cents bigint not null,
  state text not null,
  booked_at timestamp with time zone not null default clock_timestamp(),
  booked_by text not null,
  approved_by text,
  reason text not null default ''::text,
  constraint partner_receipt_pkey PRIMARY KEY (receipt_id),
  constraint partner_receipt_reference_key UNIQUE (reference),
  constraint partner_receipt_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_receipt_amount_cents_check CHECK ((amount_cents > 0)),
  constraint partner_receipt_charge_kes_cents_check CHECK ((charge_kes_cents >= 0)),
  constraint partner_receipt_kes_cents_check CHECK ((kes_cents > 0)),
  constraint partner_receipt_rate_check CHECK ((rate > (0)::numeric)),
  constraint partner_receipt_reference_check CHECK (((reference = upper(reference)) AND (reference <> ''::text))),
  constraint partner_receipt_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'cancelled'::text])))
);
CREATE INDEX partner_receipt_newest ON public.partner_receipt USING btree (partner_id, booked_at DESC, receipt_id);

create table partner_report (
  report_id uuid not null default gen_random_uuid(),
  partner_id uuid not null,
  account text not null,
  mapping_version integer not null,
  first_day date,
  last_day date,
  row_count integer not null,
  imported_by text not null,
  imported_at timestamp with time zone not null default clock_timestamp(),
  constraint partner_report_pkey PRIMARY KEY (report_id),
  constraint partner_report_account_mapping_version_fkey FOREIGN KEY (account, mapping_version) REFERENCES statement_mapping(account, version),
  constraint partner_report_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_report_account_check CHECK ((account ~ '^partner:'::text)),
  constraint partner_report_row_count_check CHECK ((row_count >= 0))
);
CREATE INDEX partner_report_newest ON public.partner_report USING btree (partner_id, imported_at DESC, report_id);

create table partner_report_row (
  row_id uuid not null,
  partner_id uuid not null,
  report_id uuid not null,
  line integer,
  transaction_id text,
  reference text,
  usd numeric(12,4),
  status text,
  at timestamp with time zone,
  outcome text not null,
  member_id uuid,
  credit_id uuid,
  our_usd numeric(12,4),
  our_state text,
  state text not null,
  problem jsonb,
  note text not null default ''::text,
  decided_by text,
  decided_at timestamp with time zone,
  since timestamp with time zone not null default clock_timestamp(),
  constraint partner_report_row_pkey PRIMARY KEY (row_id),
  constraint partner_report_row_decided CHECK (((state <> ALL (ARRAY['asked'::text, 'explained'::text, 'accepted'::text])) OR ((decided_by IS NOT NULL) AND (note <> ''::text)))),
  constraint partner_report_row_line_check CHECK ((line > 0)),
  constraint partner_report_row_outcome_check CHECK ((outcome = ANY (ARRAY['matched'::text, 'amount-differs'::text, 'only-there'::text, 'only-here'::text, 'reversed-there'::text, 'reversed-here'::text, 'unreadable'::text]))),
  constraint partner_report_row_problem CHECK (((outcome = 'unreadable'::text) = (problem IS NOT NULL))),
  constraint partner_report_row_readable_has_values CHECK (((problem IS NOT NULL) OR ((transaction_id IS NOT NULL) AND (at IS NOT NULL)))),
  constraint partner_report_row_state_check CHECK ((state = ANY (ARRAY['settled'::text, 'open'::text, 'asked'::text, 'explained'::text, 'accepted'::text, 'superseded'::text]))),
  constraint partner_report_row_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'pending'::text, 'reversed'::text]))),
  constraint partner_report_row_unreadable_has_no_value CHECK (((problem IS NULL) OR (num_nonnulls(transaction_id, reference, usd, status, at, member_id, credit_id) = 0)))
);
CREATE INDEX partner_report_row_desk ON public.partner_report_row USING btree (since, row_id) WHERE (state = ANY (ARRAY['open'::text, 'asked'::text]));
CREATE INDEX partner_report_row_member ON public.partner_report_row USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX partner_report_row_partner ON public.partner_report_row USING btree (partner_id, since, row_id) WHERE (state = ANY (ARRAY['open'::text, 'asked'::text]));
CREATE INDEX partner_report_row_report ON public.partner_report_row USING btree (report_id);
CREATE INDEX partner_report_row_transaction ON public.partner_report_row USING btree (partner_id, transaction_id);

create table partner_transaction (
  partner_id uuid not null,
  transaction_id text not null,
  kind text not null,
  event_id uuid not null,
  member_id uuid,
  credit_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint partner_transaction_pkey PRIMARY KEY (partner_id, transaction_id, kind),
  constraint partner_transaction_event_id_fkey FOREIGN KEY (event_id) REFERENCES partner_event(event_id),
  constraint partner_transaction_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint partner_transaction_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'reverse'::text, 'screenout'::text])))
);

create table payout_attempt (
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no integer not null,
  provider text not null,
  state text not null default 'prepared'::text,
  originator_conversation_id text not null,
  amount_kes bigint not null,
  mpesa_number text not null,
  conversation_id text,
  receipt text,
  result_code text,
  result_description text,
  lease_until timestamp with time zone,
  checks integer not null default 0,
  next_check_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  sending_at timestamp with time zone,
  settled_at timestamp with time zone,
  is_automatic boolean not null default false,
  was_asked boolean not null default false,
  constraint payout_attempt_pkey PRIMARY KEY (member_id, withdrawal_id, attempt_no),
  constraint payout_attempt_member_id_withdrawal_id_fkey FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint payout_attempt_attempt_no_check CHECK ((attempt_no > 0)),
  constraint payout_attempt_originator_conversation_id_check CHECK ((originator_conversation_id ~ '^[A-Za-z0-9_-]{1,20}$'::text)),
  constraint payout_attempt_paid_has_receipt CHECK (((state <> 'paid'::text) OR (receipt IS NOT NULL))),
  constraint payout_attempt_sent_has_a_time CHECK (((state <> ALL (ARRAY['sending'::text, 'sent'::text, 'unknown'::text, 'paid'::text])) OR (sending_at IS NOT NULL))),
  constraint payout_attempt_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'sending'::text, 'sent'::text, 'unknown'::text, 'needs_review'::text, 'paid'::text, 'failed'::text, 'not_sent'::text])))
);
CREATE INDEX payout_attempt_due ON public.payout_attempt USING btree (next_check_at) WHERE (state = ANY (ARRAY['prepared'::text, 'sending'::text, 'sent'::text, 'unknown'::text]));
CREATE UNIQUE INDEX payout_attempt_one_open ON public.payout_attempt USING btree (member_id, withdrawal_id) WHERE (state <> ALL (ARRAY['failed'::text, 'not_sent'::text]));
CREATE INDEX payout_attempt_prepared ON public.payout_attempt USING btree (provider) WHERE (state = 'prepared'::text);
CREATE INDEX payout_attempt_receipt ON public.payout_attempt USING btree (upper(receipt)) WHERE (receipt IS NOT NULL);
CREATE INDEX payout_attempt_sending ON public.payout_attempt USING btree (sending_at);
CREATE INDEX payout_attempt_settled ON public.payout_attempt USING btree (settled_at) WHERE (state = 'paid'::text);
CREATE INDEX payout_attempt_unresolved ON public.payout_attempt USING btree (created_at) WHERE (state = ANY (ARRAY['unknown'::text, 'needs_review'::text]));
CREATE TRIGGER payout_attempt_guard BEFORE INSERT OR DELETE OR UPDATE ON public.payout_attempt FOR EACH ROW EXECUTE FUNCTION guard_payout_attempt();

create table payout_callback (
  callback_id uuid not null default gen_random_uuid(),
  kind text not null,
  token_hash text not null,
  body bytea not null,
  body_hash bytea not null,
  address inet,
  is_from_provider boolean not null default true,
  received_at timestamp with time zone not null default now(),
  constraint payout_callback_pkey PRIMARY KEY (callback_id),
  constraint payout_callback_kind_check CHECK ((kind = ANY (ARRAY['result'::text, 'timeout'::text, 'query'::text, 'balance'::text])))
);
CREATE INDEX payout_callback_oldest ON public.payout_callback USING btree (received_at);
CREATE TRIGGER payout_callback_append_only BEFORE DELETE OR UPDATE ON public.payout_callback FOR EACH ROW EXECUTE FUNCTION guard_payout_callback();

create table payout_callback_outcome (
  callback_id uuid not null,
  outcome text,
  detail text not null default ''::text,
  due_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  constraint payout_callback_outcome_pkey PRIMARY KEY (callback_id),
  constraint payout_callback_outcome_callback_id_fkey FOREIGN KEY (callback_id) REFERENCES payout_callback(callback_id),
  constraint payout_callback_outcome_processed CHECK (((outcome IS NULL) = (processed_at IS NULL)))
);
CREATE INDEX payout_callback_waiting ON public.payout_callback_outcome USING btree (due_at) WHERE (outcome IS NULL);

create table payout_callback_word (
  token_hash text not null,
  kind text not null,
  body_hash bytea not null,
  is_from_provider boolean not null,
  said_at timestamp with time zone not null default clock_timestamp(),
  constraint payout_callback_word_pkey PRIMARY KEY (token_hash, kind, body_hash, is_from_provider)
);

create table payout_correction (
  member_id uuid not null,
  correction_id uuid not null default gen_random_uuid(),
  withdrawal_id uuid not null,
  kind text not null,
  cause text,
  receipt text,
  points bigint not null,
  amount_kes bigint not null,
  booked_by text not null,
  booked_at timestamp with time zone not null default now(),
  constraint payout_correction_pkey PRIMARY KEY (member_id, correction_id),
  constraint payout_correction_member_id_withdrawal_id_fkey FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint payout_correction_amount_kes_check CHECK ((amount_kes > 0)),
  constraint payout_correction_cause CHECK (((kind = 'returned'::text) = (cause IS NOT NULL))),
  constraint payout_correction_cause_check CHECK ((cause = ANY (ARRAY['bank'::text, 'provider'::text, 'wrong-number'::text]))),
  constraint payout_correction_kind_check CHECK ((kind = ANY (ARRAY['returned'::text, 'late'::text, 'duplicate'::text]))),
  constraint payout_correction_late_takes_points CHECK (((kind <> 'late'::text) OR (points < 0))),
  constraint payout_correction_receipt CHECK (((kind = 'returned'::text) OR (receipt IS NOT NULL))),
  constraint payout_correction_sign CHECK (
CASE kind
    WHEN 'returned'::text THEN (points >= 0)
    ELSE (points <= 0)
END)
);
CREATE INDEX payout_correction_of_receipt ON public.payout_correction USING btree (receipt) WHERE (kind = 'duplicate'::text);
CREATE UNIQUE INDEX payout_correction_once ON public.payout_correction USING btree (member_id, withdrawal_id, kind) WHERE (kind <> 'duplicate'::text);
CREATE UNIQUE INDEX payout_correction_receipt ON public.payout_correction USING btree (member_id, receipt) WHERE (kind <> 'returned'::text);

create table payout_decision (
  member_id uuid not null,
  withdrawal_id uuid not null,
  mode text not null,
  rule_version integer not null,
  outcome text not null,
  reasons text[] not null,
  amount_kes bigint not null,
  is_applied boolean not null,
  decided_at timestamp with time zone not null default clock_timestamp(),
  look_again_at timestamp with time zone,
  is_barred boolean not null default false,
  staff_outcome text,
  staff_decided_at timestamp with time zone,
  staff_actor text,
  constraint payout_decision_pkey PRIMARY KEY (member_id, withdrawal_id),
  constraint payout_decision_member_id_withdrawal_id_fkey FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint payout_decision_amount_kes_check CHECK ((amount_kes > 0)),
  constraint payout_decision_applied CHECK (((NOT is_applied) OR ((mode = 'on'::text) AND (outcome = 'pay'::text)))),
  constraint payout_decision_mode_check CHECK ((mode = ANY (ARRAY['shadow'::text, 'on'::text]))),
  constraint payout_decision_outcome_check CHECK ((outcome = ANY (ARRAY['pay'::text, 'sample'::text, 'person'::text]))),
  constraint payout_decision_reasons CHECK (((outcome = 'pay'::text) = (reasons = '{}'::text[]))),
  constraint payout_decision_staff_actor CHECK (((staff_outcome IS NULL) = (staff_actor IS NULL))),
  constraint payout_decision_staff_decided_at CHECK (((staff_outcome IS NULL) = (staff_decided_at IS NULL))),
  constraint payout_decision_staff_outcome_check CHECK ((staff_outcome = ANY (ARRAY['approved'::text, 'rejected'::text])))
);
CREATE INDEX payout_decision_again ON public.payout_decision USING btree (look_again_at) WHERE (look_again_at IS NOT NULL);
CREATE INDEX payout_decision_day ON public.payout_decision USING btree (decided_at) INCLUDE (amount_kes) WHERE (outcome = 'pay'::text);
CREATE INDEX payout_decision_staff ON public.payout_decision USING btree (staff_decided_at) WHERE (staff_decided_at IS NOT NULL);

create table payout_destination (
  member_id uuid not null,
  destination_hash bytea not null,
  method text not null,
  value text not null,
  named_at timestamp with time zone not null default now(),
  proven_at timestamp with time zone,
  proven_by text,
  destination_id uuid not null default gen_random_uuid(),
  paid_at timestamp with time zone,
  disputed_at timestamp with time zone,
  disputed_by text,
  constraint payout_destination_pkey PRIMARY KEY (member_id, destination_hash),
  constraint payout_destination_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint payout_destination_destination_hash_check CHECK ((octet_length(destination_hash) = 32)),
  constraint payout_destination_disputed CHECK (((disputed_at IS NULL) = (disputed_by IS NULL))),
  constraint payout_destination_disputed_by_check CHECK ((disputed_by = ANY (ARRAY['code'::text, 'payment'::text, 'staff'::text]))),
  constraint payout_destination_method_check CHECK ((method = ANY (ARRAY['mpesa'::text, 'bank'::text, 'paypal'::text]))),
  constraint payout_destination_proven CHECK (((proven_at IS NULL) = (proven_by IS NULL))),
  constraint payout_destination_proven_by_check CHECK ((proven_by = ANY (ARRAY['code'::text, 'payment'::text, 'staff'::text]))),
  constraint payout_destination_value_check CHECK ((value ~~ 'sealed:1:%'::text))
);
CREATE INDEX payout_destination_id ON public.payout_destination USING btree (destination_id);

create table payout_details (
  member_id uuid not null,
  method text not null,
  mpesa_number text,
  bank_name text,
  account_number text,
  account_name text,
  paypal_email text,
  updated_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  account_number_hash bytea,
  constraint payout_details_pkey PRIMARY KEY (member_id, method),
  constraint payout_details_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint payout_details_account_number_hash_check CHECK ((octet_length(account_number_hash) = 32)),
  constraint payout_details_account_sealed CHECK (((account_number_hash IS NOT NULL) = COALESCE((account_number ~~ 'sealed:1:%'::text), false))),
  constraint payout_details_bank CHECK (((method = 'bank'::text) = ((bank_name IS NOT NULL) AND (account_number IS NOT NULL) AND (account_name IS NOT NULL)))),
  constraint payout_details_check CHECK (((method = ANY (ARRAY['mpesa'::text, 'airtel'::text, 'airtime'::text])) = (mpesa_number IS NOT NULL))),
  constraint payout_details_method_check CHECK ((method = ANY (ARRAY['mpesa'::text, 'bank'::text, 'paypal'::text, 'airtel'::text, 'airtime'::text]))),
  constraint payout_details_only_bank_has_an_account CHECK (((method = 'bank'::text) OR (COALESCE(bank_name, account_number, account_name) IS NULL))),
  constraint payout_details_paypal CHECK (((method = 'paypal'::text) = (paypal_email IS NOT NULL)))
);
CREATE INDEX payout_details_plain_account ON public.payout_details USING btree (member_id) WHERE ((account_number IS NOT NULL) AND (account_number_hash IS NULL));

create table payout_float (
  provider text not null,
  available_kes numeric(16,2) not null,
  asked_at timestamp with time zone not null,
  is_low boolean not null default false,
  constraint payout_float_pkey PRIMARY KEY (provider),
  constraint payout_float_provider_check CHECK ((provider <> ''::text))
);

create table payout_float_query (
  token_hash text not null,
  provider text not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  constraint payout_float_query_pkey PRIMARY KEY (token_hash)
);

create table payout_pause (
  member_id uuid not null,
  pause_id uuid not null default gen_random_uuid(),
  reason text not null,
  paused_by text not null,
  paused_at timestamp with time zone not null default clock_timestamp(),
  appeal text,
  appealed_at timestamp with time zone,
  appeal_answer text,
  answered_by text,
  answered_at timestamp with time zone,
  lift_reason text,
  lifted_by text,
  lifted_at timestamp with time zone,
  constraint payout_pause_pkey PRIMARY KEY (member_id, pause_id),
  constraint payout_pause_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint payout_pause_answered CHECK ((((appeal_answer IS NULL) = (answered_by IS NULL)) AND ((appeal_answer IS NULL) = (answered_at IS NULL)))),
  constraint payout_pause_answers_an_appeal CHECK (((appeal_answer IS NULL) OR (appeal IS NOT NULL))),
  constraint payout_pause_appeal_answer_check CHECK ((appeal_answer <> ''::text)),
  constraint payout_pause_appeal_check CHECK ((appeal <> ''::text)),
  constraint payout_pause_appealed CHECK (((appeal IS NULL) = (appealed_at IS NULL))),
  constraint payout_pause_lift_reason_check CHECK ((lift_reason <> ''::text)),
  constraint payout_pause_lifted CHECK ((((lift_reason IS NULL) = (lifted_by IS NULL)) AND ((lift_reason IS NULL) = (lifted_at IS NULL)))),
  constraint payout_pause_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX payout_pause_appeal ON public.payout_pause USING btree (paused_at, pause_id) WHERE ((appealed_at IS NOT NULL) AND (answered_at IS NULL) AND (lifted_at IS NULL));
CREATE INDEX payout_pause_by_time ON public.payout_pause USING btree (paused_at, pause_id);
CREATE UNIQUE INDEX payout_pause_open ON public.payout_pause USING btree (member_id) WHERE (lifted_at IS NULL);
CREATE TRIGGER payout_pause_guard BEFORE DELETE OR UPDATE ON public.payout_pause FOR EACH ROW EXECUTE FUNCTION guard_payout_pause();

create table payout_queue (
  provider text not null,
  is_stopped boolean not null default false,
  reason text,
  code text,
  since timestamp with time zone,
  stopped_by text,
  next_send_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint payout_queue_pkey PRIMARY KEY (provider),
  constraint payout_queue_code CHECK ((is_stopped OR (code IS NULL))),
  constraint payout_queue_provider_check CHECK ((provider <> ''::text)),
  constraint payout_queue_reason CHECK ((is_stopped = (reason IS NOT NULL))),
  constraint payout_queue_reason_check CHECK ((reason <> ''::text)),
  constraint payout_queue_since CHECK ((is_stopped = (since IS NOT NULL))),
  constraint payout_queue_stopped_by CHECK ((is_stopped = (stopped_by IS NOT NULL)))
);

create table payout_receipt (
  receipt text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  claimed_by text not null,
  claimed_at timestamp with time zone not null default now(),
  constraint payout_receipt_pkey PRIMARY KEY (receipt),
  constraint payout_receipt_claimed_by_check CHECK ((claimed_by = ANY (ARRAY['provider'::text, 'staff'::text]))),
  constraint payout_receipt_receipt_check CHECK (((receipt = upper(receipt)) AND (receipt <> ''::text)))
);
CREATE INDEX payout_receipt_withdrawal ON public.payout_receipt USING btree (withdrawal_id);

create table payout_reference (
  kind text not null,
  value text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  attempt_no integer,
  created_at timestamp with time zone not null default now(),
  constraint payout_reference_pkey PRIMARY KEY (kind, value),
  constraint payout_reference_kind_check CHECK ((kind = ANY (ARRAY['result-token'::text, 'timeout-token'::text, 'query-token'::text, 'originator'::text, 'conversation'::text])))
);
CREATE INDEX payout_reference_member ON public.payout_reference USING btree (member_id);

create table person (
  person_id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  constraint person_pkey PRIMARY KEY (person_id)
);

create table person_member (
  member_id uuid not null,
  person_id uuid not null,
  constraint person_member_pkey PRIMARY KEY (member_id),
  constraint person_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX person_member_person ON public.person_member USING btree (person_id);

create table posting (
  member_id uuid not null,
  seq bigint not null,
  kind text not null,
  available_delta bigint not null,
  held_delta bigint not null,
  available_after bigint not null,
  held_after bigint not null,
  house_account text,
  source_key text not null,
  description text not null,
  subject_id uuid,
  reverses_seq bigint,
  actor text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  hash bytea not null,
  constraint posting_pkey PRIMARY KEY (member_id, seq),
  constraint posting_member_id_source_key_key UNIQUE (member_id, source_key),
  constraint posting_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallet(member_id),
  constraint posting_is_sound CHECK (is_sound_posting(kind, available_delta, held_delta, house_account, reverses_seq))
) with (fillfactor=100);
CREATE INDEX posting_created ON public.posting USING btree (created_at);
CREATE INDEX posting_payout ON public.posting USING btree (created_at) WHERE (kind = ANY (ARRAY['payout'::text, 'payout-late'::text]));
CREATE INDEX posting_reversed ON public.posting USING btree (member_id) WHERE (kind = 'reversal'::text);
CREATE TRIGGER posting_append_only BEFORE DELETE OR UPDATE ON public.posting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_moves_balance BEFORE INSERT ON public.posting FOR EACH ROW EXECUTE FUNCTION apply_posting();
CREATE TRIGGER posting_no_truncate BEFORE TRUNCATE ON public.posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- privileges: {owner=arxtm/owner}

create table premium_callback (
  callback_id uuid not null default gen_random_uuid(),
  token_hash text not null,
  body bytea not null,
  body_hash bytea not null,
  address inet,
  received_at timestamp with time zone not null default now(),
  constraint premium_callback_pkey PRIMARY KEY (callback_id)
);
CREATE INDEX premium_callback_oldest ON public.premium_callback USING btree (received_at);
CREATE TRIGGER premium_callback_append_only BEFORE DELETE OR UPDATE ON public.premium_callback FOR EACH ROW EXECUTE FUNCTION guard_premium_callback();

create table premium_callback_word (
  token_hash text not null,
  body_hash bytea not null,
  said_at timestamp with time zone not null default clock_timestamp(),
  constraint premium_callback_word_pkey PRIMARY KEY (token_hash, body_hash)
);

create table premium_grant (
  member_id uuid not null,
  grant_id uuid not null default gen_random_uuid(),
  source_key text not null,
  kind text not null,
  months integer not null,
  premium_until timestamp with time zone not null,
  reason text not null,
  actor text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint premium_grant_pkey PRIMARY KEY (member_id, grant_id),
  constraint premium_grant_member_id_source_key_key UNIQUE (member_id, source_key),
  constraint premium_grant_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint premium_grant_kind_check CHECK ((kind = ANY (ARRAY['staff'::text, 'payment'::text, 'end'::text]))),
  constraint premium_grant_months CHECK (((kind = 'end'::text) = (months = 0))),
  constraint premium_grant_months_check CHECK (((months >= 0) AND (months <= 24)))
);
CREATE TRIGGER premium_grant_append_only BEFORE DELETE OR UPDATE ON public.premium_grant FOR EACH ROW EXECUTE FUNCTION guard_final_row();

create table premium_payment (
  member_id uuid not null,
  payment_id uuid not null default gen_random_uuid(),
  state text not null default 'asked'::text,
  provider text not null,
  mpesa_number text not null,
  months integer not null,
  amount_kes bigint not null,
  account_reference text not null,
  checkout_request_id text,
  result_code text,
  result_description text,
  reported_kes numeric(12,2),
  receipt text,
  checks integer not null default 0,
  next_check_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  settled_at timestamp with time zone,
  decided_by text,
  decision_note text,
  constraint premium_payment_pkey PRIMARY KEY (member_id, payment_id),
  constraint premium_payment_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint premium_payment_amount_kes_check CHECK ((amount_kes > 0)),
  constraint premium_payment_decided CHECK (((decided_by IS NULL) = (decision_note IS NULL))),
  constraint premium_payment_months_check CHECK (((months >= 1) AND (months <= 12))),
  constraint premium_payment_settled_at CHECK (((state = ANY (ARRAY['paid'::text, 'closed'::text])) = (settled_at IS NOT NULL))),
  constraint premium_payment_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'sending'::text, 'waiting'::text, 'unknown'::text, 'expired'::text, 'paid'::text, 'failed'::text, 'review'::text, 'closed'::text])))
);
CREATE INDEX premium_payment_by_id ON public.premium_payment USING btree (payment_id);
CREATE INDEX premium_payment_due ON public.premium_payment USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX premium_payment_oldest ON public.premium_payment USING btree (created_at, payment_id);
CREATE UNIQUE INDEX premium_payment_one_open ON public.premium_payment USING btree (member_id) WHERE (state = ANY (ARRAY['asked'::text, 'sending'::text, 'waiting'::text, 'unknown'::text]));
CREATE INDEX premium_payment_state ON public.premium_payment USING btree (state, created_at, payment_id);
CREATE TRIGGER premium_payment_guard BEFORE DELETE OR UPDATE ON public.premium_payment FOR EACH ROW EXECUTE FUNCTION guard_premium_payment();

create table premium_reference (
  kind text not null,
  value text not null,
  member_id uuid not null,
  payment_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint premium_reference_pkey PRIMARY KEY (kind, value),
  constraint premium_reference_kind_check CHECK ((kind = ANY (ARRAY['callback-token'::text, 'checkout'::text, 'receipt'::text])))
);
CREATE INDEX premium_reference_member ON public.premium_reference USING btree (member_id);

create table product (
  is_only boolean not null default true,
  name text,
  support_email text,
  support_phone text,
  office_address text,
  support_hours text[],
  is_sign_up_open boolean not null default true,
  figures jsonb,
  constraint product_pkey PRIMARY KEY (is_only),
  constraint product_figures_check CHECK ((jsonb_typeof(figures) = 'object'::text)),
  constraint product_is_only_check CHECK (is_only),
  constraint product_name_check CHECK ((name <> ''::text)),
  constraint product_office_address_check CHECK ((office_address <> ''::text)),
  constraint product_support_email_check CHECK ((support_email <> ''::text)),
  constraint product_support_phone_check CHECK ((support_phone <> ''::text))
);

create table profile_answer (
  member_id uuid not null,
  attribute text not null,
  codes text[] not null,
  answered_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  consent_version integer not null,
  source text not null,
  constraint profile_answer_pkey PRIMARY KEY (member_id, attribute),
  constraint profile_answer_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint profile_answer_attribute_check CHECK ((attribute ~ '^[a-z][a-z0-9_]{1,39}$'::text)),
  constraint profile_answer_codes_check CHECK ((((cardinality(codes) >= 1) AND (cardinality(codes) <= 50)) AND (array_position(codes, NULL::text) IS NULL) AND (('prefer_not'::text <> ALL (codes)) OR (cardinality(codes) = 1)))),
  constraint profile_answer_consent_version_check CHECK ((consent_version >= 1)),
  constraint profile_answer_expires CHECK ((expires_at > answered_at)),
  constraint profile_answer_source_check CHECK ((source = ANY (ARRAY['survey'::text, 'question'::text, 'page'::text])))
);
CREATE INDEX profile_answer_who ON public.profile_answer USING gin (profile_words(attribute, codes));

create table profile_choice (
  member_id uuid not null,
  shared_at timestamp with time zone,
  share_version integer,
  linked_at timestamp with time zone,
  link_version integer,
  link_key bytea,
  prompted_on date,
  dismissed text[] not null default '{}'::text[],
  constraint profile_choice_pkey PRIMARY KEY (member_id),
  constraint profile_choice_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint profile_choice_dismissed_check CHECK ((cardinality(dismissed) <= 50)),
  constraint profile_choice_link_key_check CHECK ((octet_length(link_key) = 32)),
  constraint profile_choice_linked CHECK ((num_nulls(linked_at, link_version, link_key) = ANY (ARRAY[0, 3]))),
  constraint profile_choice_shared CHECK (((shared_at IS NULL) = (share_version IS NULL)))
);

create table profile_flag (
  member_id uuid not null,
  attribute text not null,
  kind text not null,
  flagged_at timestamp with time zone not null default clock_timestamp(),
  constraint profile_flag_pkey PRIMARY KEY (member_id, attribute, flagged_at),
  constraint profile_flag_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint profile_flag_kind_check CHECK ((kind = ANY (ARRAY['changed'::text, 'withdrawn'::text])))
);

create table provider_statement (
  statement_id uuid not null default gen_random_uuid(),
  first_day date,
  last_day date,
  line_count integer not null,
  imported_at timestamp with time zone not null default clock_timestamp(),
  imported_by text not null,
  account text not null,
  mapping_version integer,
  constraint provider_statement_pkey PRIMARY KEY (statement_id),
  constraint provider_statement_mapping FOREIGN KEY (account, mapping_version) REFERENCES statement_mapping(account, version),
  constraint provider_statement_in_order CHECK ((last_day >= first_day)),
  constraint provider_statement_line_count_check CHECK ((line_count > 0)),
  constraint provider_statement_mapped CHECK (((account = 'mpesa'::text) OR (mapping_version IS NOT NULL)))
);
CREATE INDEX provider_statement_days ON public.provider_statement USING btree (first_day, last_day);

create unlogged table provider_token (
  provider text not null,
  token text,
  renew_at timestamp with time zone,
  turn bigint not null default 0,
  lease_until timestamp with time zone,
  failure jsonb,
  constraint provider_token_pkey PRIMARY KEY (provider),
  constraint provider_token_renew_at CHECK (((token IS NULL) = (renew_at IS NULL)))
);

create table question_count (
  question_id uuid not null,
  answered bigint not null,
  correct bigint not null,
  constraint question_count_pkey PRIMARY KEY (question_id),
  constraint question_count_question_id_fkey FOREIGN KEY (question_id) REFERENCES quiz_question(question_id) ON DELETE CASCADE
);

create table questionnaire_draft (
  survey_id uuid not null,
  content jsonb not null,
  version integer not null,
  saved_at timestamp with time zone not null default now(),
  saved_by text not null,
  constraint questionnaire_draft_pkey PRIMARY KEY (survey_id),
  constraint questionnaire_draft_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint questionnaire_draft_version_check CHECK ((version >= 1))
);

create table questionnaire_version (
  survey_id uuid not null,
  version integer not null,
  content jsonb not null,
  question_count integer not null,
  draft_version integer not null,
  published_at timestamp with time zone not null default now(),
  published_by text not null,
  constraint questionnaire_version_pkey PRIMARY KEY (survey_id, version),
  constraint questionnaire_version_survey_id_draft_version_key UNIQUE (survey_id, draft_version),
  constraint questionnaire_version_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint questionnaire_version_question_count_check CHECK ((question_count >= 1)),
  constraint questionnaire_version_version_check CHECK ((version >= 1))
);

create table quiz_attempt (
  member_id uuid not null,
  day date not null,
  questions jsonb not null,
  opened_at timestamp with time zone not null default now(),
  answers jsonb,
  correct integer,
  points integer,
  submitted_at timestamp with time zone,
  flag_reasons text[] not null default '{}'::text[],
  constraint quiz_attempt_pkey PRIMARY KEY (member_id, day),
  constraint quiz_attempt_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint quiz_attempt_submitted CHECK ((((submitted_at IS NULL) = (answers IS NULL)) AND ((submitted_at IS NULL) = (points IS NULL))))
);
CREATE INDEX quiz_attempt_submitted_at ON public.quiz_attempt USING btree (submitted_at) WHERE (submitted_at IS NOT NULL);

create table quiz_question (
  question_id uuid not null default gen_random_uuid(),
  question text not null,
  option_a text not null,
  option_b text not null,
  option_c text not null,
  option_d text not null,
  correct_answer text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  retired_at timestamp with time zone,
  constraint quiz_question_pkey PRIMARY KEY (question_id),
  constraint quiz_question_correct_answer_check CHECK ((correct_answer = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text]))),
  constraint quiz_question_retired_check CHECK (((retired_at IS NULL) OR (NOT is_active)))
);
CREATE INDEX quiz_question_newest ON public.quiz_question USING btree (created_at, question_id) WHERE (retired_at IS NULL);

create table reconciliation_difference (
  difference_id uuid not null default gen_random_uuid(),
  day date not null,
  kind text not null,
  subject_key text not null,
  withdrawal_id uuid,
  receipt text,
  unit text,
  expected bigint,
  found bigint,
  note text not null default ''::text,
  found_at timestamp with time zone not null default clock_timestamp(),
  resolution text,
  resolved_by text,
  resolved_at timestamp with time zone,
  constraint reconciliation_difference_pkey PRIMARY KEY (difference_id),
  constraint reconciliation_difference_day_kind_subject_key_expected_fou_key UNIQUE NULLS NOT DISTINCT (day, kind, subject_key, expected, found),
  constraint reconciliation_difference_day_fkey FOREIGN KEY (day) REFERENCES reconciliation_run(day),
  constraint reconciliation_difference_kind_check CHECK ((kind = ANY (ARRAY['paid-without-posting'::text, 'posting-without-paid'::text, 'amount-differs'::text, 'number-differs'::text, 'receipt-missing'::text, 'bank-row-missing'::text, 'receipt-unknown'::text, 'receipt-twice'::text, 'receipt-not-settled'::text, 'paid-twice'::text, 'attempt-paid-withdrawal-not'::text, 'attempt-missing'::text, 'contradiction'::text, 'unresolved'::text, 'tax-differs'::text, 'sum-differs'::text]))),
  constraint reconciliation_difference_resolution_check CHECK ((resolution <> ''::text)),
  constraint reconciliation_difference_resolved CHECK ((((resolution IS NULL) = (resolved_by IS NULL)) AND ((resolution IS NULL) = (resolved_at IS NULL)))),
  constraint reconciliation_difference_unit_check CHECK ((unit = ANY (ARRAY['points'::text, 'KES'::text])))
);
CREATE INDEX reconciliation_difference_day ON public.reconciliation_difference USING btree (day DESC, difference_id);
CREATE INDEX reconciliation_difference_open ON public.reconciliation_difference USING btree (day DESC, difference_id) WHERE (resolved_at IS NULL);
CREATE TRIGGER reconciliation_difference_guard BEFORE DELETE OR UPDATE ON public.reconciliation_difference FOR EACH ROW EXECUTE FUNCTION guard_difference();

create table reconciliation_run (
  day date not null,
  made_at timestamp with time zone not null default clock_timestamp(),
  made_by text not null,
  paid_count integer not null,
  paid_points bigint not null,
  gross_kes bigint not null,
  tax_kes bigint not null,
  sent_kes bigint not null,
  posted_points bigint not null,
  withheld_kes bigint not null,
  has_statement boolean not null,
  expected_kes bigint not null,
  provider_count integer not null,
  provider_kes bigint not null,
  constraint reconciliation_run_pkey PRIMARY KEY (day)
);

create table referral (
  member_id uuid not null,
  friend_id uuid not null,
  referral_id uuid not null default gen_random_uuid(),
  joined_at timestamp with time zone not null default now(),
  state text not null default 'joined'::text,
  reason text,
  points integer,
  settled_at timestamp with time zone,
  constraint referral_pkey PRIMARY KEY (member_id, friend_id),
  constraint referral_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES member(member_id),
  constraint referral_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint referral_is_no_self_invitation CHECK ((member_id <> friend_id)),
  constraint referral_paid_check CHECK ((((state = 'paid'::text) = (points IS NOT NULL)) AND (points > 0))),
  constraint referral_refused_check CHECK ((((state = 'refused'::text) = (reason IS NOT NULL)) AND (reason = ANY (ARRAY['programme-closed'::text, 'cap-reached'::text, 'same-person'::text, 'returning'::text, 'inviter-suspended'::text, 'inviter-closing'::text, 'inviter-left'::text, 'friend-left'::text])))),
  constraint referral_settled_check CHECK (((state = 'joined'::text) = (settled_at IS NULL))),
  constraint referral_state_check CHECK ((state = ANY (ARRAY['joined'::text, 'paid'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX referral_by_id ON public.referral USING btree (member_id, referral_id);
CREATE INDEX referral_newest ON public.referral USING btree (member_id, joined_at DESC, referral_id DESC);
CREATE TRIGGER referral_settles_once BEFORE UPDATE ON public.referral FOR EACH ROW WHEN (((old.state <> 'joined'::text) AND (NOT ((old.state = 'paid'::text) AND (new.state = 'joined'::text))))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER referral_stays BEFORE DELETE ON public.referral FOR EACH ROW WHEN ((old.state <> 'joined'::text)) EXECUTE FUNCTION refuse_change();

create table referral_code (
  code text not null,
  member_id uuid not null,
  constraint referral_code_pkey PRIMARY KEY (code),
  constraint referral_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint referral_code_code_check CHECK ((code ~ '^[A-Z0-9]{6,12}$'::text))
);
CREATE INDEX referral_code_member ON public.referral_code USING btree (member_id);

create table referral_friend (
  friend_id uuid not null,
  member_id uuid not null,
  constraint referral_friend_pkey PRIMARY KEY (friend_id),
  constraint referral_friend_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES member(member_id),
  constraint referral_friend_is_another CHECK ((friend_id <> member_id))
);

create table schema_floor (
  is_only boolean not null default true,
  migration text not null,
  constraint schema_floor_pkey PRIMARY KEY (is_only),
  constraint schema_floor_is_only_check CHECK (is_only)
);

create table seal (
  seal_id bigint not null,
  sealed_at timestamp with time zone not null,
  sealed_through timestamp with time zone not null,
  key_id text not null,
  postings bigint not null,
  points bigint not null,
  entries bigint not null,
  mac bytea not null,
  constraint seal_pkey PRIMARY KEY (seal_id),
  constraint seal_seal_id_check CHECK ((seal_id > 0))
);
CREATE TRIGGER seal_append_only BEFORE DELETE OR UPDATE ON public.seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seal_no_truncate BEFORE TRUNCATE ON public.seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table sealed_entry (
  entry_id bigint not null,
  seal_id bigint not null,
  kept bytea not null,
  words bytea not null,
  address bytea not null,
  constraint sealed_entry_pkey PRIMARY KEY (entry_id)
);
CREATE INDEX sealed_entry_of_seal ON public.sealed_entry USING btree (seal_id, entry_id);
CREATE TRIGGER sealed_entry_append_only BEFORE DELETE OR UPDATE ON public.sealed_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealed_entry_no_truncate BEFORE TRUNCATE ON public.sealed_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table sealed_head (
  member_id uuid not null,
  seal_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  constraint sealed_head_pkey PRIMARY KEY (member_id, seal_id)
);
CREATE INDEX sealed_head_of_seal ON public.sealed_head USING btree (seal_id, member_id);
CREATE TRIGGER sealed_head_append_only BEFORE DELETE OR UPDATE ON public.sealed_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealed_head_no_truncate BEFORE TRUNCATE ON public.sealed_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table secret_key (
  key_id text not null,
  first_used_at timestamp with time zone not null default now(),
  lost_at timestamp with time zone,
  constraint secret_key_pkey PRIMARY KEY (key_id),
  constraint secret_key_key_id_check CHECK ((key_id ~ '^[0-9a-f]{12}$'::text))
);

create table security_link (
  member_id uuid not null,
  token_hash bytea not null,
  purpose text not null,
  email text not null,
  since timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint security_link_pkey PRIMARY KEY (member_id, token_hash),
  constraint security_link_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint security_link_email_check CHECK ((email = lower(email))),
  constraint security_link_purpose_check CHECK ((purpose = ANY (ARRAY['undo-email'::text, 'cancel-email'::text, 'secure-account'::text]))),
  constraint security_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table session (
  member_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '180 days'::interval),
  revoked_at timestamp with time zone,
  password_reset_until timestamp with time zone,
  address inet,
  user_agent text,
  stepped_up_at timestamp with time zone,
  staff_seen_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (member_id, token_hash),
  constraint session_member_id_session_id_key UNIQUE (member_id, session_id),
  constraint session_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint session_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX session_device ON public.session USING btree (address, md5(user_agent)) WHERE ((address IS NOT NULL) AND (user_agent IS NOT NULL));
CREATE TRIGGER session_is_seen AFTER INSERT OR UPDATE OF last_seen_at ON public.session FOR EACH ROW EXECUTE FUNCTION keep_member_seen();

create table set_up (
  is_only boolean not null default true,
  begun_at timestamp with time zone,
  owner_id uuid,
  done_steps text[] not null default '{}'::text[],
  finished_at timestamp with time zone,
  constraint set_up_pkey PRIMARY KEY (is_only),
  constraint set_up_owner_id_key UNIQUE (owner_id),
  constraint set_up_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES staff(staff_id),
  constraint set_up_done_steps_check CHECK ((done_steps <@ ARRAY['product'::text, 'payouts'::text, 'mail'::text, 'economy'::text])),
  constraint set_up_is_only_check CHECK (is_only)
);

create table set_up_link (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint set_up_link_pkey PRIMARY KEY (token_hash),
  constraint set_up_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table shared_browser (
  member_id uuid not null,
  other_id uuid not null,
  seen_at timestamp with time zone not null default now(),
  constraint shared_browser_pkey PRIMARY KEY (member_id, other_id),
  constraint shared_browser_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint shared_browser_two_members CHECK ((member_id <> other_id))
);
CREATE INDEX shared_browser_other ON public.shared_browser USING btree (other_id);

create table shared_phone (
  member_id uuid not null,
  names text[] not null,
  declared_at timestamp with time zone not null default now(),
  constraint shared_phone_pkey PRIMARY KEY (member_id),
  constraint shared_phone_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint shared_phone_names_check CHECK (((cardinality(names) >= 1) AND (cardinality(names) <= 4)))
);

create table sign_off_comment (
  comment_id uuid not null default gen_random_uuid(),
  link_id uuid not null,
  question_id integer,
  name text not null,
  text text not null,
  written_at timestamp with time zone not null default clock_timestamp(),
  answer text,
  answered_by text,
  answered_at timestamp with time zone,
  constraint sign_off_comment_pkey PRIMARY KEY (comment_id),
  constraint sign_off_comment_link_id_fkey FOREIGN KEY (link_id) REFERENCES sign_off_link(link_id) ON DELETE CASCADE,
  constraint sign_off_comment_answer_check CHECK ((answer <> ''::text)),
  constraint sign_off_comment_answered CHECK ((num_nulls(answer, answered_by, answered_at) = ANY (ARRAY[0, 3]))),
  constraint sign_off_comment_name_check CHECK ((name <> ''::text)),
  constraint sign_off_comment_question_id_check CHECK (((question_id >= 1) AND (question_id <= 999))),
  constraint sign_off_comment_text_check CHECK (((text <> ''::text) AND (length(text) <= 2000)))
);
CREATE INDEX sign_off_comment_link ON public.sign_off_comment USING btree (link_id, written_at, comment_id);

create table sign_off_link (
  link_id uuid not null default gen_random_uuid(),
  survey_id uuid not null,
  draft_version integer not null,
  content jsonb not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  created_by text not null,
  revoked_at timestamp with time zone,
  decision text,
  decided_by text,
  decided_at timestamp with time zone,
  constraint sign_off_link_pkey PRIMARY KEY (link_id),
  constraint sign_off_link_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint sign_off_link_decided CHECK ((num_nulls(decision, decided_by, decided_at) = ANY (ARRAY[0, 3]))),
  constraint sign_off_link_decided_by_check CHECK ((decided_by <> ''::text)),
  constraint sign_off_link_decision_check CHECK ((decision = ANY (ARRAY['signed-off'::text, 'changes'::text]))),
  constraint sign_off_link_draft_version_check CHECK ((draft_version >= 1)),
  constraint sign_off_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX sign_off_link_created ON public.sign_off_link USING btree (created_at);
CREATE INDEX sign_off_link_newest ON public.sign_off_link USING btree (survey_id, created_at DESC, link_id);

create table sms_day (
  day date not null,
  texts integer not null,
  constraint sms_day_pkey PRIMARY KEY (day),
  constraint sms_day_texts_check CHECK ((texts > 0))
);

create table sms_delivery (
  member_id uuid not null,
  text_id uuid not null,
  kind text not null,
  recipient_hash bytea not null,
  provider text not null,
  state text not null default 'sending'::text,
  problem text,
  last_error text,
  provider_id text,
  cost text,
  attempts integer not null default 1,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint sms_delivery_pkey PRIMARY KEY (member_id, text_id),
  constraint sms_delivery_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint sms_delivery_attempts_check CHECK ((attempts > 0)),
  constraint sms_delivery_cost_check CHECK ((char_length(cost) <= 30)),
  constraint sms_delivery_kind_check CHECK ((kind = 'destination-code'::text)),
  constraint sms_delivery_last_error_check CHECK ((char_length(last_error) <= 200)),
  constraint sms_delivery_problem_check CHECK ((problem = ANY (ARRAY['blocked'::text, 'number'::text, 'network'::text, 'account'::text]))),
  constraint sms_delivery_problem_of_state CHECK (((problem IS NOT NULL) = (state = ANY (ARRAY['refused'::text, 'failed'::text, 'undelivered'::text])))),
  constraint sms_delivery_provider_check CHECK ((provider = ANY (ARRAY['africastalking'::text, 'captured'::text]))),
  constraint sms_delivery_provider_id_check CHECK ((char_length(provider_id) <= 100)),
  constraint sms_delivery_recipient_hash_check CHECK ((octet_length(recipient_hash) = 32)),
  constraint sms_delivery_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'refused'::text, 'failed'::text, 'unknown'::text, 'delivered'::text, 'undelivered'::text])))
);
CREATE INDEX sms_delivery_oldest ON public.sms_delivery USING btree (created_at);
CREATE INDEX sms_delivery_provider_id ON public.sms_delivery USING btree (provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX sms_delivery_recipient ON public.sms_delivery USING btree (recipient_hash, created_at DESC);
CREATE TRIGGER sms_delivery_guard BEFORE UPDATE OF state ON public.sms_delivery FOR EACH ROW EXECUTE FUNCTION guard_sms_delivery();

create table spin (
  member_id uuid not null,
  day date not null,
  points integer not null,
  drawn_from jsonb not null,
  spun_at timestamp with time zone not null default now(),
  constraint spin_pkey PRIMARY KEY (member_id, day),
  constraint spin_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint spin_points_check CHECK ((points >= 0))
);
CREATE INDEX spin_newest ON public.spin USING btree (spun_at, member_id);

create table spin_count (
  day date not null,
  spins bigint not null,
  points bigint not null,
  constraint spin_count_pkey PRIMARY KEY (day)
);

create table staff (
  staff_id uuid not null default gen_random_uuid(),
  username text not null,
  password_hash text not null,
  role text not null,
  password_expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  disabled_at timestamp with time zone,
  person_id uuid not null,
  email text,
  constraint staff_pkey PRIMARY KEY (staff_id),
  constraint staff_username_key UNIQUE (username),
  constraint staff_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
  constraint staff_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'finance'::text, 'content'::text, 'analyst'::text]))),
  constraint staff_username_check CHECK ((username = lower(username)))
);
CREATE INDEX staff_person ON public.staff USING btree (person_id);

create table staff_figures (
  is_only boolean not null default true,
  total_users bigint not null,
  total_surveys bigint not null,
  total_earnings numeric(18,2) not null,
  active_users bigint not null,
  surveys_completed bigint not null,
  counted_at timestamp with time zone not null,
  constraint staff_figures_pkey PRIMARY KEY (is_only),
  constraint staff_figures_is_only_check CHECK (is_only)
);

create table staff_known_device (
  staff_id uuid not null,
  token_hash bytea not null,
  used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint staff_known_device_pkey PRIMARY KEY (staff_id, token_hash),
  constraint staff_known_device_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint staff_known_device_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table staff_passkey (
  staff_id uuid not null,
  credential_id bytea not null,
  passkey_id uuid not null default gen_random_uuid(),
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint staff_passkey_pkey PRIMARY KEY (staff_id, credential_id),
  constraint staff_passkey_credential_id_key UNIQUE (credential_id),
  constraint staff_passkey_staff_id_passkey_id_key UNIQUE (staff_id, passkey_id),
  constraint staff_passkey_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint staff_passkey_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint staff_passkey_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint staff_passkey_sign_count_check CHECK ((sign_count >= 0))
);

create table staff_passkey_challenge (
  challenge_hash bytea not null,
  staff_id uuid not null,
  session_hash bytea,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint staff_passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint staff_passkey_challenge_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint staff_passkey_challenge_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32)),
  constraint staff_passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'log-in'::text, 'step-up'::text]))),
  constraint staff_passkey_challenge_session_hash_check CHECK ((octet_length(session_hash) = 32))
);
CREATE INDEX staff_passkey_challenge_of ON public.staff_passkey_challenge USING btree (staff_id, expires_at);

create table staff_recovery_code (
  staff_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint staff_recovery_code_pkey PRIMARY KEY (staff_id, code_hash),
  constraint staff_recovery_code_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint staff_recovery_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

create table staff_second_factor (
  staff_id uuid not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint staff_second_factor_pkey PRIMARY KEY (staff_id),
  constraint staff_second_factor_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id)
);

create table staff_session (
  staff_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  address inet,
  user_agent text,
  stepped_up_at timestamp with time zone,
  constraint staff_session_pkey PRIMARY KEY (staff_id, token_hash),
  constraint staff_session_staff_id_session_id_key UNIQUE (staff_id, session_id),
  constraint staff_session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(staff_id),
  constraint staff_session_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

create table statement_claim (
  subject text not null,
  row_id uuid not null,
  constraint statement_claim_pkey PRIMARY KEY (subject)
);

create table statement_desk (
  row_id uuid not null,
  account text not null,
  reason text not null,
  at timestamp with time zone not null,
  since timestamp with time zone not null default clock_timestamp(),
  withdrawal_id uuid,
  payment_id uuid,
  constraint statement_desk_pkey PRIMARY KEY (row_id),
  constraint statement_desk_row_id_fkey FOREIGN KEY (row_id) REFERENCES statement_row(row_id),
  constraint statement_desk_reason_check CHECK ((reason = ANY (ARRAY['payout-unknown'::text, 'payout-open'::text, 'payout-twice'::text, 'amount-differs'::text, 'ambiguous'::text, 'charge-alone'::text, 'collection-unknown'::text, 'money-in'::text, 'reversal'::text, 'pending'::text, 'unreadable'::text, 'undone'::text])))
);
CREATE INDEX statement_desk_oldest ON public.statement_desk USING btree (at, row_id);
CREATE INDEX statement_desk_reason ON public.statement_desk USING btree (reason, at, row_id);

create table statement_entry (
  row_id uuid not null,
  seq integer not null,
  account text not null,
  kind text not null,
  amount_cents bigint not null,
  day date not null,
  withdrawal_id uuid,
  payment_id uuid,
  rule text not null,
  note text not null default ''::text,
  booked_by text not null,
  booked_at timestamp with time zone not null default clock_timestamp(),
  constraint statement_entry_pkey PRIMARY KEY (row_id, seq),
  constraint statement_entry_row_id_fkey FOREIGN KEY (row_id) REFERENCES statement_row(row_id),
  constraint statement_entry_collection CHECK (((kind <> 'collection'::text) OR (payment_id IS NOT NULL))),
  constraint statement_entry_kind_check CHECK ((kind = ANY (ARRAY['payout'::text, 'charge'::text, 'collection'::text, 'top-up'::text, 'transfer'::text, 'nothing'::text, 'other'::text, 'not-ours'::text]))),
  constraint statement_entry_note CHECK (((rule <> 'hand'::text) OR (note <> ''::text) OR (kind = ANY (ARRAY['payout'::text, 'collection'::text])))),
  constraint statement_entry_nothing CHECK (((kind <> 'nothing'::text) OR (amount_cents = 0))),
  constraint statement_entry_payout CHECK (((kind <> 'payout'::text) OR (withdrawal_id IS NOT NULL))),
  constraint statement_entry_seq_check CHECK ((seq > 0))
);
CREATE INDEX statement_entry_day ON public.statement_entry USING btree (account, day);
CREATE INDEX statement_entry_hand ON public.statement_entry USING btree (booked_at, row_id) WHERE (rule = 'hand'::text);
CREATE INDEX statement_entry_withdrawal ON public.statement_entry USING btree (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);

create table statement_evidence (
  row_id uuid not null,
  withdrawal_id uuid not null,
  kind text not null,
  booked_by text not null,
  booked_at timestamp with time zone not null default clock_timestamp(),
  constraint statement_evidence_pkey PRIMARY KEY (row_id),
  constraint statement_evidence_row_id_fkey FOREIGN KEY (row_id) REFERENCES statement_row(row_id),
  constraint statement_evidence_kind_check CHECK ((kind = ANY (ARRAY['returned'::text, 'late'::text, 'duplicate'::text])))
);
CREATE INDEX statement_evidence_withdrawal ON public.statement_evidence USING btree (withdrawal_id);

create table statement_mapping (
  account text not null,
  version integer not null,
  name text not null,
  mapping jsonb not null,
  saved_at timestamp with time zone not null default clock_timestamp(),
  saved_by text not null,
  constraint statement_mapping_pkey PRIMARY KEY (account, version),
  constraint statement_mapping_account_check CHECK (((account = 'mpesa'::text) OR (account ~ '^(bank|partner):'::text))),
  constraint statement_mapping_version_check CHECK ((version > 0))
);

create table statement_row (
  row_id uuid not null,
  base_key text not null,
  statement_id uuid not null,
  account text not null,
  line integer not null,
  receipt text,
  linked_receipt text,
  purpose text not null,
  amount_cents bigint,
  balance_cents bigint,
  number_end text,
  details text not null default ''::text,
  day date,
  at timestamp with time zone not null,
  problem jsonb,
  constraint statement_row_pkey PRIMARY KEY (row_id),
  constraint statement_row_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES provider_statement(statement_id),
  constraint statement_row_has_receipt CHECK (((account <> 'mpesa'::text) OR (problem IS NOT NULL) OR (receipt IS NOT NULL))),
  constraint statement_row_line_check CHECK ((line > 0)),
  constraint statement_row_linked_receipt_check CHECK ((linked_receipt <> ''::text)),
  constraint statement_row_number_end_check CHECK ((number_end ~ '^[0-9]{3}$'::text)),
  constraint statement_row_problem_of_purpose CHECK (((purpose = 'unreadable'::text) = (problem IS NOT NULL))),
  constraint statement_row_purpose_check CHECK ((purpose = ANY (ARRAY['payout'::text, 'charge'::text, 'collection'::text, 'top-up'::text, 'transfer'::text, 'reversal'::text, 'money-in'::text, 'failed'::text, 'pending'::text, 'unreadable'::text]))),
  constraint statement_row_readable_has_values CHECK (((problem IS NOT NULL) OR ((amount_cents IS NOT NULL) AND (day IS NOT NULL)))),
  constraint statement_row_receipt_check CHECK ((receipt <> ''::text))
);
CREATE INDEX statement_row_base ON public.statement_row USING btree (base_key);
CREATE INDEX statement_row_day ON public.statement_row USING btree (account, day);
CREATE INDEX statement_row_payout ON public.statement_row USING btree (at) WHERE ((account = 'mpesa'::text) AND (purpose = 'payout'::text));
CREATE INDEX statement_row_receipt ON public.statement_row USING btree (receipt) WHERE (receipt IS NOT NULL);

create table survey (
  survey_id uuid not null default gen_random_uuid(),
  title text not null,
  description text not null,
  reward_usd numeric(10,2) not null,
  duration_minutes integer not null,
  category text not null default ''::text,
  country text not null default ''::text,
  kind text not null,
  external_url text,
  questions jsonb,
  earlier_questions jsonb not null default '[]'::jsonb,
  admin_notes text not null default ''::text,
  series text not null default ''::text,
  partner_id uuid,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  quota integer,
  taken_count integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  retired_at timestamp with time zone,
  screen_out_points integer not null default 0,
  answer_quality jsonb,
  respondent_key bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  constraint survey_pkey PRIMARY KEY (survey_id),
  constraint survey_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint survey_duration_minutes_check CHECK ((duration_minutes >= 1)),
  constraint survey_external_has_url CHECK (((kind <> 'external'::text) OR (external_url IS NOT NULL))),
  constraint survey_kind_check CHECK ((kind = ANY (ARRAY['questions'::text, 'external'::text, 'instant'::text]))),
  constraint survey_period_check CHECK ((ends_at > starts_at)),
  constraint survey_quota_check CHECK ((quota > 0)),
  constraint survey_respondent_key_check CHECK ((octet_length(respondent_key) = 32)),
  constraint survey_retired_check CHECK (((retired_at IS NULL) OR (NOT is_active))),
  constraint survey_reward_usd_check CHECK ((reward_usd >= (0)::numeric)),
  constraint survey_screen_out_points_check CHECK ((screen_out_points >= 0))
);

create table survey_answer (
  member_id uuid not null,
  survey_id uuid not null,
  question_id integer not null,
  answer jsonb not null,
  answered_at timestamp with time zone not null default now(),
  constraint survey_answer_pkey PRIMARY KEY (member_id, survey_id, question_id),
  constraint survey_answer_member_id_survey_id_fkey FOREIGN KEY (member_id, survey_id) REFERENCES survey_attempt(member_id, survey_id)
);
CREATE INDEX survey_answer_result ON public.survey_answer USING btree (survey_id, question_id) INCLUDE (member_id, answer);
CREATE TRIGGER survey_answer_guard BEFORE INSERT OR DELETE OR UPDATE ON public.survey_answer FOR EACH ROW EXECUTE FUNCTION guard_finished_survey();

create table survey_answer_category (
  member_id uuid not null,
  survey_id uuid not null,
  question_id integer not null,
  category_id uuid not null,
  coded_by text not null,
  coded_at timestamp with time zone not null default now(),
  constraint survey_answer_category_pkey PRIMARY KEY (member_id, survey_id, question_id, category_id),
  constraint survey_answer_category_category_id_fkey FOREIGN KEY (category_id) REFERENCES survey_category(category_id),
  constraint survey_answer_category_member_id_survey_id_question_id_fkey FOREIGN KEY (member_id, survey_id, question_id) REFERENCES survey_answer(member_id, survey_id, question_id)
);
CREATE INDEX survey_answer_category_result ON public.survey_answer_category USING btree (survey_id, question_id) INCLUDE (member_id, category_id);

create table survey_attempt (
  member_id uuid not null,
  survey_id uuid not null,
  attempt_id uuid not null default gen_random_uuid(),
  status text not null default 'started'::text,
  reward_points integer not null,
  questions jsonb not null,
  screen_out_reason text,
  flag_reasons text[] not null default '{}'::text[],
  started_at timestamp with time zone not null default now(),
  completed_at timestamp with time zone,
  ended_at timestamp with time zone,
  claimed_completed_at timestamp with time zone,
  questionnaire_version integer,
  language text,
  device text,
  screen_out_points integer not null default 0,
  rating smallint,
  rated_at timestamp with time zone,
  constraint survey_attempt_pkey PRIMARY KEY (member_id, survey_id),
  constraint survey_attempt_member_id_attempt_id_key UNIQUE (member_id, attempt_id),
  constraint survey_attempt_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint survey_attempt_questionnaire_fkey FOREIGN KEY (survey_id, questionnaire_version) REFERENCES questionnaire_version(survey_id, version),
  constraint survey_attempt_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint survey_attempt_completed CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint survey_attempt_device_check CHECK ((device = ANY (ARRAY['phone'::text, 'tablet'::text, 'desktop'::text]))),
  constraint survey_attempt_language_check CHECK ((language ~ '^[a-z]{2,3}$'::text)),
  constraint survey_attempt_rated CHECK ((((rated_at IS NULL) = (rating IS NULL)) AND ((rating IS NULL) OR (status = 'completed'::text)))),
  constraint survey_attempt_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint survey_attempt_reward_points_check CHECK ((reward_points >= 1)),
  constraint survey_attempt_screen_out_points_check CHECK ((screen_out_points >= 0)),
  constraint survey_attempt_status_check CHECK ((status = ANY (ARRAY['started'::text, 'in_progress'::text, 'completed'::text, 'screened_out'::text, 'expired'::text])))
);
CREATE INDEX survey_attempt_completed ON public.survey_attempt USING btree (completed_at) WHERE (status = 'completed'::text);
CREATE INDEX survey_attempt_ended ON public.survey_attempt USING btree (ended_at);
CREATE INDEX survey_attempt_id ON public.survey_attempt USING btree (attempt_id) WHERE (status = 'completed'::text);
CREATE INDEX survey_attempt_of_completed ON public.survey_attempt USING btree (survey_id, completed_at) WHERE (status = 'completed'::text);
CREATE INDEX survey_attempt_of_survey ON public.survey_attempt USING btree (survey_id, status);
CREATE INDEX survey_attempt_rated ON public.survey_attempt USING btree (rated_at) WHERE (rated_at IS NOT NULL);
CREATE INDEX survey_attempt_started ON public.survey_attempt USING btree (started_at);
CREATE TRIGGER survey_attempt_guard BEFORE DELETE OR UPDATE ON public.survey_attempt FOR EACH ROW EXECUTE FUNCTION guard_finished_survey();
CREATE TRIGGER survey_attempt_keeps_version BEFORE UPDATE ON public.survey_attempt FOR EACH ROW WHEN ((old.questionnaire_version IS DISTINCT FROM new.questionnaire_version)) EXECUTE FUNCTION refuse_change();

create table survey_category (
  category_id uuid not null default gen_random_uuid(),
  survey_id uuid not null,
  question_id integer not null,
  code integer not null,
  name text not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint survey_category_pkey PRIMARY KEY (category_id),
  constraint survey_category_survey_id_question_id_code_key UNIQUE (survey_id, question_id, code),
  constraint survey_category_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint survey_category_code_check CHECK (((code >= 1) AND (code <= 999))),
  constraint survey_category_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint survey_category_question_id_check CHECK (((question_id >= 1) AND (question_id <= 999)))
);
CREATE UNIQUE INDEX survey_category_name ON public.survey_category USING btree (survey_id, question_id, lower(name)) WHERE (retired_at IS NULL);

create table survey_cell (
  survey_id uuid not null,
  cell text not null,
  groups text[] not null,
  profile jsonb not null,
  target integer not null,
  reserved integer not null default 0,
  answered integer not null default 0,
  accepted integer not null default 0,
  day date,
  day_taken integer not null default 0,
  begun_at timestamp with time zone,
  constraint survey_cell_pkey PRIMARY KEY (survey_id, cell),
  constraint survey_cell_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey_quota(survey_id),
  constraint survey_cell_accepted_check CHECK ((accepted >= 0)),
  constraint survey_cell_answered_check CHECK ((answered >= 0)),
  constraint survey_cell_day_taken_check CHECK ((day_taken >= 0)),
  constraint survey_cell_not_overfilled CHECK (((reserved + accepted) <= target)),
  constraint survey_cell_reserved_check CHECK ((reserved >= 0)),
  constraint survey_cell_target_check CHECK (((target >= 0) AND (target <= 1000000)))
);

create table survey_count (
  survey_id uuid not null,
  clicks bigint not null,
  started bigint not null,
  completed bigint not null,
  constraint survey_count_pkey PRIMARY KEY (survey_id),
  constraint survey_count_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id)
);

create table survey_delivery (
  delivery_id uuid not null default gen_random_uuid(),
  survey_id uuid not null,
  questionnaire_version integer,
  is_every_version boolean not null default false,
  recipient text not null,
  format text not null,
  people integer not null,
  first_day date,
  last_day date,
  quality text not null,
  question_id integer,
  answer text,
  is_charged boolean not null default false,
  delivered_by text not null,
  delivered_at timestamp with time zone not null default now(),
  traits text[],
  constraint survey_delivery_pkey PRIMARY KEY (delivery_id),
  constraint survey_delivery_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint survey_delivery_survey_id_questionnaire_version_fkey FOREIGN KEY (survey_id, questionnaire_version) REFERENCES questionnaire_version(survey_id, version),
  constraint survey_delivery_answer_check CHECK ((char_length(answer) <= 2000)),
  constraint survey_delivery_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'json'::text, 'triple-s'::text, 'sav'::text, 'xlsx'::text]))),
  constraint survey_delivery_people_check CHECK ((people >= 0)),
  constraint survey_delivery_quality_check CHECK ((quality = ANY (ARRAY['accepted'::text, 'all'::text]))),
  constraint survey_delivery_question CHECK (((question_id IS NULL) = (answer IS NULL))),
  constraint survey_delivery_recipient_check CHECK (((char_length(recipient) >= 1) AND (char_length(recipient) <= 200))),
  constraint survey_delivery_traits_check CHECK (((cardinality(traits) >= 1) AND (cardinality(traits) <= 200)))
);
CREATE INDEX survey_delivery_of_survey ON public.survey_delivery USING btree (survey_id, delivered_at DESC, delivery_id DESC);

create table survey_disclosure (
  member_id uuid not null,
  survey_id uuid not null,
  audience text not null,
  disclosed_at timestamp with time zone not null default now(),
  constraint survey_disclosure_pkey PRIMARY KEY (member_id, survey_id, audience),
  constraint survey_disclosure_member_id_survey_id_fkey FOREIGN KEY (member_id, survey_id) REFERENCES survey_attempt(member_id, survey_id),
  constraint survey_disclosure_audience_check CHECK ((audience = ANY (ARRAY['staff'::text, 'client'::text])))
);
CREATE INDEX survey_disclosure_of_survey ON public.survey_disclosure USING btree (survey_id, audience) INCLUDE (member_id, disclosed_at);

create table survey_eligibility (
  survey_id uuid not null,
  rule jsonb,
  version integer not null,
  saved_at timestamp with time zone not null default now(),
  saved_by text not null,
  constraint survey_eligibility_pkey PRIMARY KEY (survey_id),
  constraint survey_eligibility_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint survey_eligibility_version_check CHECK ((version >= 1))
);

create table survey_measure (
  survey_id uuid not null,
  complete_count integer not null,
  screen_out_count integer not null,
  complete_seconds double precision,
  screen_out_seconds double precision,
  rating numeric(2,1),
  rating_count integer not null default 0,
  measured_at timestamp with time zone not null default now(),
  constraint survey_measure_pkey PRIMARY KEY (survey_id),
  constraint survey_measure_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint survey_measure_complete_count_check CHECK ((complete_count >= 0)),
  constraint survey_measure_complete_seconds_check CHECK ((complete_seconds >= (0)::double precision)),
  constraint survey_measure_rating_check CHECK (((rating >= (1)::numeric) AND (rating <= (5)::numeric))),
  constraint survey_measure_rating_count_check CHECK ((rating_count >= 0)),
  constraint survey_measure_screen_out_count_check CHECK ((screen_out_count >= 0)),
  constraint survey_measure_screen_out_seconds_check CHECK ((screen_out_seconds >= (0)::double precision))
);

create table survey_place (
  member_id uuid not null,
  survey_id uuid not null,
  cell text not null,
  state text not null,
  day date not null,
  until timestamp with time zone not null,
  constraint survey_place_pkey PRIMARY KEY (member_id, survey_id),
  constraint survey_place_member_id_survey_id_fkey FOREIGN KEY (member_id, survey_id) REFERENCES survey_attempt(member_id, survey_id),
  constraint survey_place_survey_id_cell_fkey FOREIGN KEY (survey_id, cell) REFERENCES survey_cell(survey_id, cell),
  constraint survey_place_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'answered'::text, 'accepted'::text, 'surplus'::text, 'released'::text])))
);
CREATE INDEX survey_place_lapses ON public.survey_place USING btree (until) WHERE (state = 'reserved'::text);
CREATE INDEX survey_place_of_cell ON public.survey_place USING btree (survey_id, cell);

create table survey_quota (
  survey_id uuid not null,
  dimensions jsonb not null,
  total integer not null,
  soft_launch integer,
  released_at timestamp with time zone,
  released_by text,
  daily_percent integer,
  hold_minutes integer not null,
  version integer not null,
  saved_at timestamp with time zone not null default now(),
  saved_by text not null,
  constraint survey_quota_pkey PRIMARY KEY (survey_id),
  constraint survey_quota_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint survey_quota_daily_percent_check CHECK (((daily_percent >= 1) AND (daily_percent <= 100))),
  constraint survey_quota_hold_minutes_check CHECK (((hold_minutes >= 5) AND (hold_minutes <= 1440))),
  constraint survey_quota_released CHECK (((released_at IS NULL) = (released_by IS NULL))),
  constraint survey_quota_soft_launch_check CHECK ((soft_launch >= 1)),
  constraint survey_quota_total_check CHECK (((total >= 1) AND (total <= 1000000))),
  constraint survey_quota_version_check CHECK ((version >= 1))
);

create table survey_review (
  member_id uuid not null,
  survey_id uuid not null,
  review_id uuid not null default gen_random_uuid(),
  state text not null,
  flags text[] not null,
  points integer not null,
  taken_seconds integer,
  minimum_seconds integer not null,
  opened_at timestamp with time zone not null default now(),
  until timestamp with time zone not null,
  kept_at timestamp with time zone,
  kept_by text,
  keep_reason text,
  reason text,
  decided_at timestamp with time zone,
  decided_by text,
  appeal text,
  appealed_at timestamp with time zone,
  appeal_answer text,
  answered_at timestamp with time zone,
  answered_by text,
  signs jsonb not null default '[]'::jsonb,
  constraint survey_review_pkey PRIMARY KEY (member_id, survey_id),
  constraint survey_review_member_id_review_id_key UNIQUE (member_id, review_id),
  constraint survey_review_member_id_survey_id_fkey FOREIGN KEY (member_id, survey_id) REFERENCES survey_attempt(member_id, survey_id),
  constraint survey_review_answered CHECK ((((appeal_answer IS NULL) = (answered_at IS NULL)) AND ((answered_at IS NULL) = (answered_by IS NULL)))),
  constraint survey_review_answers_an_appeal CHECK (((appeal_answer IS NULL) OR (appeal IS NOT NULL))),
  constraint survey_review_appealed CHECK (((appeal IS NULL) = (appealed_at IS NULL))),
  constraint survey_review_appealed_waits CHECK (((state <> 'appealed'::text) OR ((appeal IS NOT NULL) AND (appeal_answer IS NULL)))),
  constraint survey_review_appeals_a_decision CHECK (((appeal IS NULL) OR ((reason IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint survey_review_decided CHECK (((decided_at IS NULL) = (decided_by IS NULL))),
  constraint survey_review_kept CHECK ((((kept_at IS NULL) = (kept_by IS NULL)) AND ((kept_at IS NULL) = (keep_reason IS NULL)))),
  constraint survey_review_minimum_seconds_check CHECK ((minimum_seconds >= 0)),
  constraint survey_review_points_check CHECK ((points >= 1)),
  constraint survey_review_rejected_has_a_reason CHECK (((state <> ALL (ARRAY['rejected'::text, 'appealed'::text])) OR ((reason IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint survey_review_state_check CHECK ((state = ANY (ARRAY['doubtful'::text, 'held'::text, 'paid'::text, 'rejected'::text, 'appealed'::text]))),
  constraint survey_review_taken_seconds_check CHECK ((taken_seconds >= 0))
);
CREATE INDEX survey_review_decided ON public.survey_review USING btree (GREATEST(opened_at, decided_at, appealed_at, answered_at));
CREATE INDEX survey_review_due ON public.survey_review USING btree (until) WHERE (state = ANY (ARRAY['doubtful'::text, 'held'::text]));
CREATE INDEX survey_review_id ON public.survey_review USING btree (review_id);
CREATE INDEX survey_review_newest ON public.survey_review USING btree (opened_at, review_id);
CREATE INDEX survey_review_of_survey ON public.survey_review USING btree (survey_id, opened_at);
CREATE INDEX survey_review_state ON public.survey_review USING btree (state, opened_at, review_id);
CREATE INDEX survey_review_waiting ON public.survey_review USING btree (opened_at) WHERE (state = ANY (ARRAY['held'::text, 'appealed'::text]));
CREATE TRIGGER survey_review_guard BEFORE UPDATE ON public.survey_review FOR EACH ROW EXECUTE FUNCTION guard_survey_review();

create table survey_trait (
  member_id uuid not null,
  survey_id uuid not null,
  traits text[] not null,
  constraint survey_trait_pkey PRIMARY KEY (member_id, survey_id),
  constraint survey_trait_member_id_survey_id_fkey FOREIGN KEY (member_id, survey_id) REFERENCES survey_attempt(member_id, survey_id),
  constraint survey_trait_traits_check CHECK (((cardinality(traits) >= 1) AND (cardinality(traits) <= 20)))
);
CREATE INDEX survey_trait_of_survey ON public.survey_trait USING btree (survey_id) INCLUDE (member_id, traits);

create table task (
  task_id uuid not null default gen_random_uuid(),
  kind text not null,
  title text not null,
  description text not null default ''::text,
  points integer not null,
  url text,
  min_time_seconds integer,
  instructions text not null default ''::text,
  country text not null default ''::text,
  partner_id uuid,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  retired_at timestamp with time zone,
  constraint task_pkey PRIMARY KEY (task_id),
  constraint task_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(partner_id),
  constraint task_earns CHECK (((kind = 'affiliate'::text) OR (points > 0))),
  constraint task_kind_check CHECK (((kind = ANY (ARRAY['video'::text, 'ad'::text, 'affiliate'::text])) OR is_proof_kind(kind))),
  constraint task_min_time CHECK (((kind <> 'ad'::text) OR (min_time_seconds IS NOT NULL))),
  constraint task_min_time_seconds_check CHECK (((min_time_seconds >= 1) AND (min_time_seconds <= 3600))),
  constraint task_points_check CHECK ((points >= 0)),
  constraint task_retired_check CHECK (((retired_at IS NULL) OR (NOT is_active))),
  constraint task_url CHECK (((kind <> ALL (ARRAY['video'::text, 'ad'::text, 'affiliate'::text])) OR (url IS NOT NULL)))
);
CREATE INDEX task_kind ON public.task USING btree (kind, created_at DESC) WHERE is_active;
CREATE INDEX task_newest ON public.task USING btree (kind, created_at, task_id) WHERE (retired_at IS NULL);

create table task_count (
  task_id uuid not null,
  uses bigint not null,
  approved bigint not null,
  points bigint not null,
  constraint task_count_pkey PRIMARY KEY (task_id),
  constraint task_count_task_id_fkey FOREIGN KEY (task_id) REFERENCES task(task_id) ON DELETE CASCADE
);

create table task_list_view (
  member_id uuid not null,
  kind text not null,
  seen_at timestamp with time zone not null default now(),
  constraint task_list_view_pkey PRIMARY KEY (member_id, kind),
  constraint task_list_view_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);

create table task_proof (
  member_id uuid not null,
  proof_id uuid not null default gen_random_uuid(),
  task_id uuid not null,
  kind text not null,
  proof text not null,
  state text not null default 'submitted'::text,
  points integer not null,
  reason text,
  submitted_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by text,
  constraint task_proof_pkey PRIMARY KEY (member_id, proof_id),
  constraint task_proof_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint task_proof_task_id_fkey FOREIGN KEY (task_id) REFERENCES task(task_id),
  constraint task_proof_decided_at CHECK (((state = 'submitted'::text) = (decided_at IS NULL))),
  constraint task_proof_kind_check CHECK (is_proof_kind(kind)),
  constraint task_proof_points_check CHECK ((points > 0)),
  constraint task_proof_rejected_has_a_reason CHECK (((state <> 'rejected'::text) OR (reason IS NOT NULL))),
  constraint task_proof_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'approved'::text, 'rejected'::text])))
);
CREATE INDEX task_proof_approved ON public.task_proof USING btree (decided_at) WHERE (state = 'approved'::text);
CREATE INDEX task_proof_by_id ON public.task_proof USING btree (proof_id);
CREATE INDEX task_proof_oldest ON public.task_proof USING btree (submitted_at, proof_id);
CREATE UNIQUE INDEX task_proof_once ON public.task_proof USING btree (member_id, task_id) WHERE (state <> 'rejected'::text);
CREATE INDEX task_proof_state ON public.task_proof USING btree (state, submitted_at, proof_id);

create table task_view (
  member_id uuid not null,
  view_id uuid not null default gen_random_uuid(),
  task_id uuid not null,
  kind text not null,
  opened_at timestamp with time zone not null default clock_timestamp(),
  required_seconds integer not null,
  claimed_at timestamp with time zone,
  day date,
  voided_at timestamp with time zone,
  points integer,
  claimed_time_spent integer,
  constraint task_view_pkey PRIMARY KEY (member_id, view_id),
  constraint task_view_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint task_view_task_id_fkey FOREIGN KEY (task_id) REFERENCES task(task_id),
  constraint task_view_claim_check CHECK ((((claimed_at IS NULL) = (day IS NULL)) AND ((claimed_at IS NULL) OR ((points IS NOT NULL) AND (voided_at IS NULL))))),
  constraint task_view_kind_check CHECK ((kind = ANY (ARRAY['video'::text, 'ad'::text])))
);
CREATE INDEX task_view_claimed ON public.task_view USING btree (member_id, claimed_at DESC) WHERE (claimed_at IS NOT NULL);
CREATE INDEX task_view_claimed_at ON public.task_view USING btree (claimed_at) WHERE (claimed_at IS NOT NULL);
CREATE UNIQUE INDEX task_view_once_a_day ON public.task_view USING btree (member_id, task_id, day);
CREATE UNIQUE INDEX task_view_one_open ON public.task_view USING btree (member_id) WHERE ((claimed_at IS NULL) AND (voided_at IS NULL));

create table tax_class (
  class_id bigint not null generated always as identity,
  earnings text not null,
  residence text not null,
  payee text not null,
  percent numeric(5,2) not null,
  valid_from date not null,
  reason text not null,
  decided_by text not null,
  decided_at timestamp with time zone not null default clock_timestamp(),
  constraint tax_class_pkey PRIMARY KEY (class_id),
  constraint tax_class_earnings_check CHECK ((earnings = ANY (ARRAY['research'::text, 'tasks'::text, 'bonus'::text, 'prize'::text, 'other'::text]))),
  constraint tax_class_payee_check CHECK ((payee = 'member'::text)),
  constraint tax_class_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (50)::numeric))),
  constraint tax_class_reason_check CHECK ((reason <> ''::text)),
  constraint tax_class_residence_check CHECK ((residence = ANY (ARRAY['resident'::text, 'non-resident'::text])))
);
CREATE INDEX tax_class_in_force ON public.tax_class USING btree (payee, residence, earnings, valid_from DESC, class_id DESC);
CREATE TRIGGER tax_class_begins_later BEFORE INSERT ON public.tax_class FOR EACH ROW EXECUTE FUNCTION check_tax_class();

create table tax_file (
  month text not null,
  payments integer not null,
  base_kes bigint not null,
  tax_kes bigint not null,
  carried_kes bigint not null,
  due_on date not null,
  content text not null,
  content_hash bytea not null,
  filed_by text not null,
  filed_at timestamp with time zone not null default clock_timestamp(),
  constraint tax_file_pkey PRIMARY KEY (month),
  constraint tax_file_carried_kes_check CHECK ((carried_kes <= 0)),
  constraint tax_file_content_check CHECK ((content ~~ 'sealed:1:%'::text)),
  constraint tax_file_content_hash_check CHECK ((octet_length(content_hash) = 32)),
  constraint tax_file_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text))
);
CREATE TRIGGER tax_file_append_only BEFORE DELETE OR UPDATE ON public.tax_file FOR EACH ROW EXECUTE FUNCTION guard_tax_file();
CREATE TRIGGER tax_file_of_booked BEFORE INSERT ON public.tax_file FOR EACH ROW EXECUTE FUNCTION check_tax_file();

create table tax_part (
  member_id uuid not null,
  withdrawal_id uuid not null,
  day date not null,
  earnings text not null,
  residence text not null,
  points bigint not null,
  percent numeric(5,2) not null,
  tax_kes bigint not null,
  constraint tax_part_pkey PRIMARY KEY (member_id, withdrawal_id, day, earnings),
  constraint tax_part_member_id_withdrawal_id_fkey FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint tax_part_earnings_check CHECK ((earnings = ANY (ARRAY['all'::text, 'research'::text, 'tasks'::text, 'bonus'::text, 'prize'::text, 'other'::text]))),
  constraint tax_part_points_check CHECK ((points > 0)),
  constraint tax_part_tax_kes_check CHECK ((tax_kes >= 0))
);
CREATE TRIGGER tax_part_in_force BEFORE INSERT ON public.tax_part FOR EACH ROW EXECUTE FUNCTION check_tax_part();

create table tax_remittance (
  month text not null,
  amount_kes bigint not null,
  reference text not null,
  paid_on date not null,
  recorded_by text not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint tax_remittance_pkey PRIMARY KEY (month),
  constraint tax_remittance_reference_key UNIQUE (reference),
  constraint tax_remittance_month_fkey FOREIGN KEY (month) REFERENCES tax_file(month),
  constraint tax_remittance_amount_kes_check CHECK ((amount_kes > 0)),
  constraint tax_remittance_reference_check CHECK (((reference = upper(reference)) AND (reference <> ''::text)))
);
CREATE TRIGGER tax_remittance_of_filed BEFORE INSERT ON public.tax_remittance FOR EACH ROW EXECUTE FUNCTION check_tax_remittance();

create table test_answer (
  test_id uuid not null default gen_random_uuid(),
  survey_id uuid not null,
  draft_version integer not null,
  link_id uuid,
  name text not null,
  outcome text not null,
  seconds integer not null,
  profile jsonb not null,
  answers jsonb not null,
  finished_at timestamp with time zone not null default clock_timestamp(),
  constraint test_answer_pkey PRIMARY KEY (test_id),
  constraint test_answer_link_id_fkey FOREIGN KEY (link_id) REFERENCES sign_off_link(link_id) ON DELETE CASCADE,
  constraint test_answer_survey_id_fkey FOREIGN KEY (survey_id) REFERENCES survey(survey_id),
  constraint test_answer_draft_version_check CHECK ((draft_version >= 1)),
  constraint test_answer_name_check CHECK ((name <> ''::text)),
  constraint test_answer_outcome_check CHECK ((outcome = ANY (ARRAY['complete'::text, 'screened-out'::text]))),
  constraint test_answer_seconds_check CHECK (((seconds >= 1) AND (seconds <= 86400)))
);
CREATE INDEX test_answer_finished ON public.test_answer USING btree (finished_at);
CREATE INDEX test_answer_link ON public.test_answer USING btree (link_id);
CREATE INDEX test_answer_newest ON public.test_answer USING btree (survey_id, finished_at DESC, test_id);

create table throttle (
  bucket text not null,
  hits integer not null,
  expires_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  constraint throttle_pkey PRIMARY KEY (bucket)
);
CREATE INDEX throttle_expired ON public.throttle USING btree (expires_at);

create table wallet (
  member_id uuid not null,
  available bigint not null default 0,
  held bigint not null default 0,
  earned bigint not null default 0,
  earned_correction numeric(14,2) not null default 0,
  total_earnings numeric(16,2) not null generated always as (((earned)::numeric + earned_correction)) stored,
  seq bigint not null default 0,
  last_hash bytea not null default '\x'::bytea,
  in_reversal_debt boolean not null default false,
  available_level bigint not null generated always as ((available / 250)) stored,
  earnings_level bigint not null generated always as (((((earned)::numeric + earned_correction) / (250)::numeric))::bigint) stored,
  constraint wallet_pkey PRIMARY KEY (member_id),
  constraint wallet_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint wallet_debt_is_a_reversal CHECK (((available >= 0) OR in_reversal_debt)),
  constraint wallet_held_check CHECK ((held >= 0))
) with (fillfactor=80);
CREATE INDEX wallet_available_level ON public.wallet USING btree (available_level);
CREATE INDEX wallet_earnings_level ON public.wallet USING btree (earnings_level);
CREATE INDEX wallet_in_debt ON public.wallet USING btree (member_id) WHERE in_reversal_debt;
CREATE TRIGGER wallet_guard BEFORE DELETE OR UPDATE ON public.wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_by_hand();
CREATE TRIGGER wallet_no_truncate BEFORE TRUNCATE ON public.wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallet_starts_empty BEFORE INSERT ON public.wallet FOR EACH ROW EXECUTE FUNCTION guard_wallet();

create table webhook_delivery (
  delivery_id uuid not null default gen_random_uuid(),
  event_id uuid not null,
  endpoint_id uuid not null,
  replay_of uuid,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  last_status integer,
  last_answer text,
  last_error text,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (delivery_id),
  constraint webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(endpoint_id),
  constraint webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_event(event_id),
  constraint webhook_delivery_replay_of_fkey FOREIGN KEY (replay_of) REFERENCES webhook_delivery(delivery_id) ON DELETE SET NULL,
  constraint webhook_delivery_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_delivery_failed_has_an_error CHECK (((state <> 'failed'::text) OR (last_error IS NOT NULL))),
  constraint webhook_delivery_last_answer_check CHECK ((char_length(last_answer) <= 1000)),
  constraint webhook_delivery_last_error_check CHECK ((char_length(last_error) <= 300)),
  constraint webhook_delivery_settled_at_of_state CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (endpoint_id, next_attempt_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_delivery_event ON public.webhook_delivery USING btree (event_id);
CREATE INDEX webhook_delivery_newest ON public.webhook_delivery USING btree (created_at DESC, delivery_id DESC);
CREATE INDEX webhook_delivery_of_endpoint ON public.webhook_delivery USING btree (endpoint_id, created_at DESC, delivery_id DESC);
CREATE INDEX webhook_delivery_of_endpoint_state ON public.webhook_delivery USING btree (endpoint_id, state, created_at DESC, delivery_id DESC);
CREATE UNIQUE INDEX webhook_delivery_pending ON public.webhook_delivery USING btree (endpoint_id, event_id) WHERE (state = 'pending'::text);
CREATE INDEX webhook_delivery_replay ON public.webhook_delivery USING btree (replay_of) WHERE (replay_of IS NOT NULL);
CREATE INDEX webhook_delivery_state ON public.webhook_delivery USING btree (state, created_at DESC, delivery_id DESC);
CREATE TRIGGER webhook_delivery_guard BEFORE UPDATE OF state ON public.webhook_delivery FOR EACH ROW EXECUTE FUNCTION guard_webhook_delivery();

create table webhook_endpoint (
  endpoint_id uuid not null default gen_random_uuid(),
  name text not null,
  url text not null,
  secret text not null,
  former_secret text,
  former_secret_until timestamp with time zone,
  events text[] not null,
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamp with time zone,
  version integer not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint webhook_endpoint_pkey PRIMARY KEY (endpoint_id),
  constraint webhook_endpoint_active CHECK ((NOT (is_active AND ((retired_at IS NOT NULL) OR (disabled_reason IS NOT NULL))))),
  constraint webhook_endpoint_disabled_reason_check CHECK ((char_length(disabled_reason) <= 300)),
  constraint webhook_endpoint_events_check CHECK ((((cardinality(events) >= 1) AND (cardinality(events) <= 5)) AND (events <@ ARRAY['withdrawal.paid'::text, 'survey.completed'::text, 'member.verified'::text, 'staff.changed'::text, 'books.root'::text]))),
  constraint webhook_endpoint_former_secret_ends CHECK (((former_secret IS NULL) = (former_secret_until IS NULL))),
  constraint webhook_endpoint_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint webhook_endpoint_secret_check CHECK ((secret ~ '^(sealed:1:.+|whsec_[A-Za-z0-9+/]{32,88}={0,2})$'::text)),
  constraint webhook_endpoint_url_check CHECK ((char_length(url) <= 2048)),
  constraint webhook_endpoint_version_check CHECK ((version > 0))
);
CREATE INDEX webhook_endpoint_newest ON public.webhook_endpoint USING btree (created_at DESC, endpoint_id DESC);

create table webhook_event (
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  source_key text not null,
  data jsonb not null,
  occurred_at timestamp with time zone not null default now(),
  constraint webhook_event_pkey PRIMARY KEY (event_id),
  constraint webhook_event_source_key_key UNIQUE (source_key),
  constraint webhook_event_type_check CHECK ((type = ANY (ARRAY['withdrawal.paid'::text, 'survey.completed'::text, 'member.verified'::text, 'staff.changed'::text, 'books.root'::text, 'webhook.test'::text])))
);
CREATE INDEX webhook_event_occurred ON public.webhook_event USING btree (occurred_at);
CREATE TRIGGER webhook_event_append_only BEFORE DELETE OR UPDATE ON public.webhook_event FOR EACH ROW EXECUTE FUNCTION guard_webhook_event();

create table withdrawal (
  member_id uuid not null,
  withdrawal_id uuid not null default gen_random_uuid(),
  status text not null default 'pending'::text,
  points bigint not null,
  kes_per_point integer not null,
  amount_kes bigint not null,
  amount_usd numeric(12,2),
  tax_percent numeric(5,2) not null default 0,
  tax_kes bigint not null default 0,
  payout_kes bigint not null generated always as ((amount_kes - tax_kes)) stored,
  method text not null,
  mpesa_number text,
  bank_name text,
  account_number text,
  account_name text,
  paypal_email text,
  payout_state text,
  wait_reason text,
  waits_until timestamp with time zone,
  risk_score integer not null default 0,
  review_reasons text[] not null default '{}'::text[],
  is_in_review boolean not null default false,
  requested_at timestamp with time zone not null default now(),
  admin_comment text,
  processed_by text,
  processed_at timestamp with time zone,
  receipt text,
  paid_at timestamp with time zone,
  account_number_hash bytea,
  receiver_name text,
  receiver_name_matches boolean,
  constraint withdrawal_pkey PRIMARY KEY (member_id, withdrawal_id),
  constraint withdrawal_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallet(member_id),
  constraint withdrawal_account_number_hash_check CHECK ((octet_length(account_number_hash) = 32)),
  constraint withdrawal_account_sealed CHECK (((account_number_hash IS NOT NULL) = COALESCE((account_number ~~ 'sealed:1:%'::text), false))),
  constraint withdrawal_amount CHECK ((amount_kes = (points * kes_per_point))),
  constraint withdrawal_approved CHECK (((status <> 'approved'::text) OR ((payout_state IS NOT NULL) AND (payout_state <> 'paid'::text)))),
  constraint withdrawal_bank CHECK (((method <> 'bank'::text) OR ((bank_name IS NOT NULL) AND (account_number IS NOT NULL) AND (account_name IS NOT NULL)))),
  constraint withdrawal_check3 CHECK (((method <> ALL (ARRAY['mpesa'::text, 'airtel'::text, 'airtime'::text])) OR (mpesa_number IS NOT NULL))),
  constraint withdrawal_kes_per_point_check CHECK ((kes_per_point > 0)),
  constraint withdrawal_method_check CHECK ((method = ANY (ARRAY['mpesa'::text, 'bank'::text, 'paypal'::text, 'airtel'::text, 'airtime'::text]))),
  constraint withdrawal_paid CHECK (((status <> 'paid'::text) OR (payout_state = 'paid'::text))),
  constraint withdrawal_paid_at CHECK ((((status = 'paid'::text) OR COALESCE((payout_state = 'returned'::text), false)) = (paid_at IS NOT NULL))),
  constraint withdrawal_payout_state_check CHECK ((payout_state = ANY (ARRAY['manual'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'unknown'::text, 'needs_review'::text, 'paid'::text, 'failed'::text, 'returned'::text, 'cancelled'::text]))),
  constraint withdrawal_paypal CHECK (((method <> 'paypal'::text) OR ((paypal_email IS NOT NULL) AND (amount_usd > (0)::numeric)))),
  constraint withdrawal_pending CHECK (((status <> 'pending'::text) OR (payout_state IS NULL))),
  constraint withdrawal_points_check CHECK ((points > 0)),
  constraint withdrawal_receiver CHECK (((receiver_name IS NULL) = (receiver_name_matches IS NULL))),
  constraint withdrawal_rejected_has_a_comment CHECK (((status <> 'rejected'::text) OR (admin_comment IS NOT NULL))),
  constraint withdrawal_returned CHECK (((payout_state IS DISTINCT FROM 'returned'::text) OR (status = 'rejected'::text))),
  constraint withdrawal_risk_score_check CHECK ((risk_score >= 0)),
  constraint withdrawal_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'paid'::text]))),
  constraint withdrawal_tax CHECK (((tax_kes >= 0) AND (tax_kes < amount_kes))),
  constraint withdrawal_tax_percent_check CHECK (((tax_percent >= (0)::numeric) AND (tax_percent < (100)::numeric))),
  constraint withdrawal_untaxed CHECK (((tax_percent > (0)::numeric) OR (tax_kes = 0))),
  constraint withdrawal_wait CHECK (((wait_reason IS NULL) = (waits_until IS NULL))),
  constraint withdrawal_wait_is_queued CHECK (((wait_reason IS NULL) OR (payout_state = 'queued'::text))),
  constraint withdrawal_wait_reason_check CHECK ((wait_reason = ANY (ARRAY['daily-limit'::text, 'member-daily-limit'::text, 'low-float'::text, 'busy'::text, 'held'::text])))
);
CREATE INDEX withdrawal_by_hand ON public.withdrawal USING btree (requested_at, withdrawal_id) WHERE (payout_state = 'manual'::text);
CREATE INDEX withdrawal_by_id ON public.withdrawal USING btree (withdrawal_id);
CREATE INDEX withdrawal_member_requested ON public.withdrawal USING btree (member_id, requested_at DESC, withdrawal_id);
CREATE INDEX withdrawal_mpesa_number ON public.withdrawal USING btree (mpesa_number, requested_at DESC) WHERE (mpesa_number IS NOT NULL);
CREATE INDEX withdrawal_other_method ON public.withdrawal USING btree (method, requested_at, withdrawal_id) WHERE (method <> 'mpesa'::text);
CREATE INDEX withdrawal_paid ON public.withdrawal USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX withdrawal_plain_account ON public.withdrawal USING btree (withdrawal_id) WHERE ((account_number IS NOT NULL) AND (account_number_hash IS NULL) AND (account_number <> 'erased'::text));
CREATE INDEX withdrawal_receipt ON public.withdrawal USING btree (upper(receipt)) WHERE (receipt IS NOT NULL);
CREATE INDEX withdrawal_requested ON public.withdrawal USING btree (requested_at, withdrawal_id);
CREATE INDEX withdrawal_status_requested ON public.withdrawal USING btree (status, requested_at, withdrawal_id);
CREATE INDEX withdrawal_unclear ON public.withdrawal USING btree (requested_at) WHERE ((status = 'approved'::text) AND (payout_state = 'needs_review'::text));
CREATE INDEX withdrawal_undecided ON public.withdrawal USING btree (requested_at) WHERE (status = 'pending'::text);
CREATE INDEX withdrawal_waiting ON public.withdrawal USING btree (wait_reason) WHERE (wait_reason IS NOT NULL);
CREATE TRIGGER withdrawal_guard BEFORE DELETE OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION guard_withdrawal();

create table withholding (
  member_id uuid not null,
  withdrawal_id uuid not null,
  day date not null,
  base_kes bigint not null,
  percent numeric(5,2) not null,
  tax_kes bigint not null,
  booked_at timestamp with time zone not null default clock_timestamp(),
  constraint withholding_pkey PRIMARY KEY (member_id, withdrawal_id),
  constraint withholding_member_id_withdrawal_id_fkey FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint withholding_base_kes_check CHECK ((base_kes > 0)),
  constraint withholding_percent_check CHECK (((percent > (0)::numeric) AND (percent < (100)::numeric))),
  constraint withholding_tax_is_a_part CHECK (((tax_kes > 0) AND (tax_kes < base_kes)))
);
CREATE INDEX withholding_day ON public.withholding USING btree (day);
CREATE TRIGGER withholding_of_paid BEFORE INSERT ON public.withholding FOR EACH ROW EXECUTE FUNCTION check_withholding();
-- privileges: {owner=arxtm/owner}

create table withholding_reversal (
  member_id uuid not null,
  withdrawal_id uuid not null,
  day date not null,
  base_kes bigint not null,
  tax_kes bigint not null,
  booked_at timestamp with time zone not null default clock_timestamp(),
  constraint withholding_reversal_pkey PRIMARY KEY (member_id, withdrawal_id),
  constraint withholding_reversal_member_id_withdrawal_id_fkey FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint withholding_reversal_base_kes_check CHECK ((base_kes > 0)),
  constraint withholding_reversal_tax_kes_check CHECK ((tax_kes > 0))
);
CREATE INDEX withholding_reversal_day ON public.withholding_reversal USING btree (day);
CREATE TRIGGER withholding_reversal_of_returned BEFORE INSERT ON public.withholding_reversal FOR EACH ROW EXECUTE FUNCTION check_withholding_reversal();

-- function add_up_client_steps(organisation uuid) returns void
-- function apply_correction() returns trigger
-- function apply_posting() returns trigger
-- function audited_member(subject text) returns uuid
-- function book_journal_lines() returns trigger
-- function book_posting(member uuid, kind text, available_delta bigint, held_delta bigint, house_account text, source_key text, description text, subject_id uuid, reverses_seq bigint, actor text, OUT id bigint, OUT points bigint, OUT available_after bigint, OUT held_after bigint, OUT is_new boolean) returns record
-- function book_reward(member uuid, kind text, earned bigint, source_key text, description text, subject_id uuid, actor text, OUT points bigint, OUT available_points bigint) returns record
-- function business_day(moment timestamp with time zone) returns date
-- function business_day_start(day date) returns timestamp with time zone
-- function business_time_zone() returns text
-- function check_tax_class() returns trigger
-- function check_tax_file() returns trigger
-- function check_tax_part() returns trigger
-- function check_tax_remittance() returns trigger
-- function check_withholding() returns trigger
-- function check_withholding_reversal() returns trigger
-- function claim_daily_login(member uuid, bonus integer, streak_bonus integer, description text, in_a_row text) returns TABLE(streak integer, points integer, available_points bigint)
-- function contact_words(name text, email text, subject text, message text) returns text
-- function count_survey_place(held survey_place, kept survey_place) returns void
-- function date_journal_entry() returns trigger
-- function empty_partner_events(at_most integer) returns integer
-- function fill_event_outcome() returns trigger
-- function forget_payout_callbacks(at_most integer) returns integer
-- function forget_premium_callbacks(at_most integer) returns integer
-- function guard_approval_request() returns trigger
-- function guard_audit_entry() returns trigger
-- function guard_bank_batch_row() returns trigger
-- function guard_difference() returns trigger
-- function guard_final_row() returns trigger
-- function guard_finished_survey() returns trigger
-- function guard_mail_delivery() returns trigger
-- function guard_member_note() returns trigger
-- function guard_partner_event() returns trigger
-- function guard_payout_attempt() returns trigger
-- function guard_payout_callback() returns trigger
-- function guard_payout_pause() returns trigger
-- function guard_period() returns trigger
-- function guard_premium_callback() returns trigger
-- function guard_premium_payment() returns trigger
-- function guard_sms_delivery() returns trigger
-- function guard_survey_review() returns trigger
-- function guard_tax_file() returns trigger
-- function guard_wallet() returns trigger
-- function guard_webhook_delivery() returns trigger
-- function guard_webhook_event() returns trigger
-- function guard_withdrawal() returns trigger
-- function is_backing_off(wait_reason text, waits_until timestamp with time zone) returns boolean
-- function is_blotted_out(before text, after text) returns boolean
-- function is_erased(id uuid) returns boolean
-- function is_lease_over(lease_until timestamp with time zone) returns boolean
-- function is_proof_kind(kind text) returns boolean
-- function is_sound_posting(kind text, available_delta bigint, held_delta bigint, house_account text, reverses_seq bigint) returns boolean
-- function keep_former_email() returns trigger
-- function keep_member_seen() returns trigger
-- function list_shared_things(asked uuid[], largest_group integer, device_days integer, largest_device integer) returns TABLE(kind text, members uuid[], method text)
-- function lock_payout(of_member uuid, of_withdrawal uuid, OUT withdrawal jsonb, OUT attempt jsonb) returns record
-- function lock_requester(of_member uuid, of_token bytea, OUT requester jsonb) returns jsonb
-- function mailbox_hash(address text) returns bytea
-- function merge_ids(one uuid[], other uuid[]) returns uuid[]
-- function open_survey_cell(member uuid, survey uuid) returns void
-- function payout_totals(of_provider text, of_member uuid, fresh_seconds integer, is_day_summed boolean, OUT today_kes bigint, OUT member_today_kes bigint, OUT tomorrow timestamp with time zone, OUT float_kes numeric) returns record
-- function person_of(actor text) returns uuid
-- function posting_hash(previous bytea, p posting) returns bytea
-- function profile_words(attribute text, codes text[]) returns text[]
-- function read_cluster_evidence(asked uuid[], own_device_days integer) returns TABLE(member_id uuid, has_own_destination boolean, has_own_device boolean, good_surveys bigint, is_known_to_staff boolean)
-- function read_hold_facts(of_member uuid, of_withdrawal uuid, destination_hashes bytea[], mailbox_prints bytea[], claim_days integer, change_hours integer, device_days integer, largest_device integer, fresh_days integer, OUT now timestamp with time zone, OUT requested_at timestamp with time zone, OUT member_since timestamp with time zone, OUT was_ever_paid boolean, OUT phone_accounts integer, OUT fresh_accounts integer, OUT paused_accounts integer, OUT paused_at timestamp with time zone, OUT network_paused_accounts integer, OUT network_paused_at timestamp with time zone, OUT available bigint, OUT debt_points bigint, OUT debt_since timestamp with time zone, OUT unconfirmed_points bigint, OUT unconfirmed_since timestamp with time zone, OUT owner_id uuid, OUT other_claimants integer, OUT named_at timestamp with time zone, OUT was_paid_there boolean, OUT was_paid_elsewhere boolean, OUT change_kinds text[], OUT changed_at timestamp with time zone[], OUT mailbox_accounts integer, OUT mailbox_since timestamp with time zone, OUT doubtful_since timestamp with time zone[], OUT doubtful_until timestamp with time zone[], OUT is_cluster_held boolean, OUT former_ids uuid[]) returns record
-- function refuse_booking_by_hand() returns trigger
-- function refuse_change() returns trigger
-- function refuse_change_by_hand() returns trigger
-- function release_survey_place(member uuid, survey uuid) returns boolean
-- function respondent_key_of(link_key bytea, series text) returns text
-- function respondent_of(attempt_id uuid, respondent_key bytea) returns text
-- function retention_days(what text) returns integer
-- function settle_client_place(member uuid, survey uuid) returns void
-- function settle_survey_place(member uuid, survey uuid) returns void
-- function take_survey_place(member uuid, survey uuid, wanted text) returns text
-- function tax_rates(of_residence text) returns jsonb
-- function tell_webhooks(happened text, source text, told jsonb) returns void
