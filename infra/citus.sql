-- Distributes a migrated database over the servers of a Citus cluster. Run once, on the coordinator, with nothing else connected:
--   psql -v ON_ERROR_STOP=1 -f infra/citus.sql "$DATABASE_URL"
-- Generated from packages/db/src/tables.ts by the test of its distribution (npx vitest run packages/db/src/distribution -u).

-- The remaining triggers use only rows of the same member, which are on the same server.
set citus.enable_unsafe_triggers = on;
-- Foreign keys are added after their tables were written to.
set citus.multi_shard_modify_mode = 'sequential';
-- A referenced table cannot be written after a query on all servers that used several connections at once.
do $$ begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
end $$;
-- business_day and other functions that read the economy may run on any server: each has the economy.
do $$ begin
  execute format('alter database %I set citus.allow_nested_distributed_execution = on', current_database());
end $$;

-- now() is refused there, and the row to insert already has it.
create or replace function keep_former_email() returns trigger language plpgsql as $$
begin
  insert into former_email (member_id, email) values (old.member_id, old.email)
  on conflict (member_id, email) do update set left_at = excluded.left_at;
  return null;
end $$;

-- Rules that one server enforces and several cannot. docs/scaling.md says what holds instead.
alter table referral_code drop constraint if exists referral_code_member_id_fkey;
alter table referral drop constraint if exists referral_friend_id_fkey;
alter table partner_transaction drop constraint if exists partner_transaction_event_id_fkey;
alter table partner_event drop constraint if exists partner_event_replay_of_fkey;

-- Triggers that reach rows on other servers, which Citus refuses. docs/scaling.md says what stops without them.
drop trigger if exists payout_callback_append_only on payout_callback;
drop trigger if exists premium_callback_append_only on premium_callback;
drop trigger if exists bank_batch_row_guard on bank_batch_row;

-- Of two tables that refer to each other neither can be distributed first: the references are dropped meanwhile.
create temp table reference_aside as
select conrelid::regclass::text as tab, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace;
do $$ declare r record; begin
  for r in select * from reference_aside loop execute format('alter table %s drop constraint %s', r.tab, r.name); end loop;
end $$;

-- reference: every server has all of it.
select create_reference_table('count_mark');
select create_reference_table('spin_count');
select create_reference_table('quiz_question');
select create_reference_table('question_count');
select create_reference_table('task');
select create_reference_table('task_count');
select create_reference_table('survey');
select create_reference_table('survey_count');
select create_reference_table('survey_eligibility');
select create_reference_table('survey_measure');
select create_reference_table('questionnaire_draft');
select create_reference_table('questionnaire_version');
select create_reference_table('survey_category');
select create_reference_table('survey_quota');
select create_reference_table('survey_cell');
select create_reference_table('survey_delivery');
select create_reference_table('partner');
select create_reference_table('payout_queue');
select create_reference_table('automatic_payout_switch');
select create_reference_table('bank_batch');
select create_reference_table('bank_batch_row');
select create_reference_table('bank_batch_step');
select create_reference_table('provider_statement');
select create_reference_table('statement_mapping');
select create_reference_table('tax_class');
select create_reference_table('tax_file');
select create_reference_table('tax_remittance');
select create_reference_table('economy_version');

-- distributed: the rows of one member are on one server.
select create_distributed_table('member', 'member_id', colocate_with => 'none');
select create_distributed_table('session', 'member_id', colocate_with => 'member');
select create_distributed_table('known_device', 'member_id', colocate_with => 'member');
select create_distributed_table('one_time_link', 'member_id', colocate_with => 'member');
select create_distributed_table('member_second_factor', 'member_id', colocate_with => 'member');
select create_distributed_table('member_recovery_code', 'member_id', colocate_with => 'member');
select create_distributed_table('member_passkey', 'member_id', colocate_with => 'member');
select create_distributed_table('shared_browser', 'member_id', colocate_with => 'member');
select create_distributed_table('member_settings', 'member_id', colocate_with => 'member');
select create_distributed_table('member_terms', 'member_id', colocate_with => 'member');
select create_distributed_table('member_seen', 'member_id', colocate_with => 'member');
select create_distributed_table('member_note', 'member_id', colocate_with => 'member');
select create_distributed_table('former_email', 'member_id', colocate_with => 'member');
select create_distributed_table('email_move', 'member_id', colocate_with => 'member');
select create_distributed_table('security_link', 'member_id', colocate_with => 'member');
select create_distributed_table('account_change', 'member_id', colocate_with => 'member');
select create_distributed_table('shared_phone', 'member_id', colocate_with => 'member');
select create_distributed_table('sms_delivery', 'member_id', colocate_with => 'member');
select create_distributed_table('wallet', 'member_id', colocate_with => 'member');
select create_distributed_table('posting', 'member_id', colocate_with => 'member');
select create_distributed_table('earning_day', 'member_id', colocate_with => 'member');
select create_distributed_table('earnings_correction', 'member_id', colocate_with => 'member');
select create_distributed_table('withdrawal', 'member_id', colocate_with => 'member');
select create_distributed_table('payout_details', 'member_id', colocate_with => 'member');
select create_distributed_table('payout_destination', 'member_id', colocate_with => 'member');
select create_distributed_table('destination_backlog', 'member_id', colocate_with => 'member');
select create_distributed_table('destination_code', 'member_id', colocate_with => 'member');
select create_distributed_table('profile_answer', 'member_id', colocate_with => 'member');
select create_distributed_table('profile_choice', 'member_id', colocate_with => 'member');
select create_distributed_table('profile_flag', 'member_id', colocate_with => 'member');
select create_distributed_table('daily_login', 'member_id', colocate_with => 'member');
select create_distributed_table('spin', 'member_id', colocate_with => 'member');
select create_distributed_table('quiz_attempt', 'member_id', colocate_with => 'member');
select create_distributed_table('task_list_view', 'member_id', colocate_with => 'member');
select create_distributed_table('task_view', 'member_id', colocate_with => 'member');
select create_distributed_table('task_proof', 'member_id', colocate_with => 'member');
select create_distributed_table('survey_attempt', 'member_id', colocate_with => 'member');
select create_distributed_table('survey_answer', 'member_id', colocate_with => 'member');
select create_distributed_table('survey_trait', 'member_id', colocate_with => 'member');
select create_distributed_table('survey_answer_category', 'member_id', colocate_with => 'member');
select create_distributed_table('survey_review', 'member_id', colocate_with => 'member');
select create_distributed_table('survey_place', 'member_id', colocate_with => 'member');
select create_distributed_table('survey_disclosure', 'member_id', colocate_with => 'member');
select create_distributed_table('click', 'member_id', colocate_with => 'member');
select create_distributed_table('partner_credit', 'member_id', colocate_with => 'member');
select create_distributed_table('credit_claim', 'member_id', colocate_with => 'member');
select create_distributed_table('premium_grant', 'member_id', colocate_with => 'member');
select create_distributed_table('premium_payment', 'member_id', colocate_with => 'member');
select create_distributed_table('member_referral_code', 'member_id', colocate_with => 'member');
select create_distributed_table('referral', 'member_id', colocate_with => 'member');
select create_distributed_table('payout_attempt', 'member_id', colocate_with => 'member');
select create_distributed_table('payout_correction', 'member_id', colocate_with => 'member');
select create_distributed_table('payout_decision', 'member_id', colocate_with => 'member');
select create_distributed_table('payout_pause', 'member_id', colocate_with => 'member');
select create_distributed_table('hold', 'member_id', colocate_with => 'member');
select create_distributed_table('cluster_member', 'member_id', colocate_with => 'member');
select create_distributed_table('withholding', 'member_id', colocate_with => 'member');
select create_distributed_table('withholding_reversal', 'member_id', colocate_with => 'member');
select create_distributed_table('tax_part', 'member_id', colocate_with => 'member');
select create_distributed_table('member_tax', 'member_id', colocate_with => 'member');
select create_distributed_table('sealed_head', 'member_id', colocate_with => 'member');
select create_distributed_table('client_place', 'member_id', colocate_with => 'member');

-- lookup: placed by a value that must be unique.
select create_distributed_table('email_owner', 'email', colocate_with => 'none');
select create_distributed_table('call_key', 'caller_id', colocate_with => 'member');
select create_distributed_table('member_mailbox', 'mailbox_hash', colocate_with => 'none');
select create_distributed_table('erased_print', 'print_hash', colocate_with => 'none');
select create_distributed_table('mail_delivery', 'job_id', colocate_with => 'none');
select create_distributed_table('destination_owner', 'destination_hash', colocate_with => 'none');
select create_distributed_table('destination_claimant', 'destination_hash', colocate_with => 'none');
select create_distributed_table('answer_print', 'hash', colocate_with => 'none');
select create_distributed_table('partner_day', 'partner_id', colocate_with => 'none');
select create_distributed_table('click_reference', 'reference', colocate_with => 'none');
select create_distributed_table('partner_event', 'event_id', colocate_with => 'none');
select create_distributed_table('partner_event_outcome', 'event_id', colocate_with => 'partner_event');
select create_distributed_table('partner_transaction', 'transaction_id', colocate_with => 'none');
select create_distributed_table('premium_reference', 'value', colocate_with => 'none');
select create_distributed_table('premium_callback', 'callback_id', colocate_with => 'none');
select create_distributed_table('premium_callback_word', 'token_hash', colocate_with => 'none');
select create_distributed_table('referral_code', 'code', colocate_with => 'none');
select create_distributed_table('referral_friend', 'friend_id', colocate_with => 'member');
select create_distributed_table('payout_reference', 'value', colocate_with => 'none');
select create_distributed_table('payout_receipt', 'receipt', colocate_with => 'none');
select create_distributed_table('payout_callback', 'callback_id', colocate_with => 'none');
select create_distributed_table('payout_callback_word', 'token_hash', colocate_with => 'none');
select create_distributed_table('payout_callback_outcome', 'callback_id', colocate_with => 'payout_callback');
select create_distributed_table('statement_row', 'row_id', colocate_with => 'none');
select create_distributed_table('statement_entry', 'row_id', colocate_with => 'statement_row');
select create_distributed_table('statement_claim', 'subject', colocate_with => 'none');
select create_distributed_table('statement_desk', 'row_id', colocate_with => 'statement_row');
select create_distributed_table('statement_evidence', 'row_id', colocate_with => 'statement_row');

-- local: on the first server only, unchanged.
--   member_passkey_challenge
--   throttle
--   captured_mail
--   sms_day
--   contact_message
--   contact_reply
--   contact_template
--   webhook_endpoint
--   webhook_event
--   webhook_delivery
--   payout_float
--   payout_float_query
--   provider_token
--   cluster
--   cluster_edge
--   cluster_search
--   journal_account
--   journal_entry
--   journal_line
--   journal_day
--   journal_points_day
--   journal_offer_day
--   accounting_period
--   reconciliation_run
--   reconciliation_difference
--   seal
--   sealed_entry
--   books_check
--   books_root
--   document_series
--   partner_account
--   partner_account_day
--   partner_accrual
--   partner_invoice
--   partner_invoice_line
--   partner_receipt
--   partner_allocation
--   partner_report
--   partner_report_row
--   client_organisation
--   client_user
--   client_session
--   client_second_factor
--   client_recovery_code
--   client_link
--   client_survey
--   client_comment
--   client_dataset
--   client_account
--   client_order
--   client_quote
--   client_dispute
--   client_step
--   client_day
--   client_receipt
--   sign_off_link
--   sign_off_comment
--   test_answer
--   person
--   person_member
--   staff
--   staff_session
--   staff_known_device
--   staff_second_factor
--   staff_recovery_code
--   staff_passkey
--   staff_passkey_challenge
--   api_key
--   approval_request
--   audit_entry
--   product
--   set_up
--   set_up_link
--   staff_figures
--   figure_day
--   daily_figure
--   daily_offer_figure
--   page_view
--   alarm
--   csp_report
--   secret_key
--   schema_floor
--   applied_function
--   kysely_migration
--   kysely_migration_lock

do $$ declare r record; begin
  for r in select * from reference_aside loop
    execute format('alter table %s add constraint %s %s', r.tab, r.name, r.definition);
  end loop;
end $$;

-- Functions that triggers call must be on every server too.
set client_min_messages = warning;
do $$ declare f regprocedure; begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop perform create_distributed_function(f); end loop;
end $$;
