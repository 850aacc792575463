-- Rows of these tables never change. TRUNCATE would bypass the guards of single rows.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The ledger and the books.
create trigger posting_append_only before update or delete on posting
  for each row execute function refuse_change();
create trigger posting_no_truncate before truncate on posting
  for each statement execute function refuse_change();
create trigger wallet_no_truncate before truncate on wallet
  for each statement execute function refuse_change();
create trigger points_total_no_truncate before truncate on points_total
  for each statement execute function refuse_change();
create trigger earnings_correction_no_truncate before truncate on earnings_correction
  for each statement execute function refuse_change();
create trigger withholding_append_only before update or delete on withholding
  for each row execute function refuse_change();
create trigger withholding_no_truncate before truncate on withholding
  for each statement execute function refuse_change();
create trigger provider_statement_append_only before update or delete on provider_statement
  for each row execute function refuse_change();
create trigger provider_statement_no_truncate before truncate on provider_statement
  for each statement execute function refuse_change();
create trigger statement_mapping_append_only before update or delete on statement_mapping
  for each row execute function refuse_change();
create trigger statement_mapping_no_truncate before truncate on statement_mapping
  for each statement execute function refuse_change();
create trigger statement_row_append_only before update or delete on statement_row
  for each row execute function refuse_change();
create trigger statement_row_no_truncate before truncate on statement_row
  for each statement execute function refuse_change();
create trigger statement_entry_append_only before update or delete on statement_entry
  for each row execute function refuse_change();
create trigger statement_entry_no_truncate before truncate on statement_entry
  for each statement execute function refuse_change();
create trigger reconciliation_difference_no_truncate before truncate on reconciliation_difference
  for each statement execute function refuse_change();
create trigger statement_evidence_append_only before update or delete on statement_evidence
  for each row execute function refuse_change();
create trigger statement_evidence_no_truncate before truncate on statement_evidence
  for each statement execute function refuse_change();
create trigger bank_batch_append_only before update or delete on bank_batch
  for each row execute function refuse_change();
create trigger bank_batch_no_truncate before truncate on bank_batch
  for each statement execute function refuse_change();
create trigger bank_batch_step_append_only before update or delete on bank_batch_step
  for each row execute function refuse_change();
create trigger bank_batch_step_no_truncate before truncate on bank_batch_step
  for each statement execute function refuse_change();
create trigger bank_batch_row_no_truncate before truncate on bank_batch_row
  for each statement execute function refuse_change();
create trigger payout_correction_append_only before update or delete on payout_correction
  for each row execute function refuse_change();
create trigger payout_correction_no_truncate before truncate on payout_correction
  for each statement execute function refuse_change();
create trigger withholding_reversal_append_only before update or delete on withholding_reversal
  for each row execute function refuse_change();
create trigger withholding_reversal_no_truncate before truncate on withholding_reversal
  for each statement execute function refuse_change();
create trigger payout_receipt_append_only before update or delete on payout_receipt
  for each row execute function refuse_change();
create trigger payout_receipt_no_truncate before truncate on payout_receipt
  for each statement execute function refuse_change();
create trigger payout_attempt_no_truncate before truncate on payout_attempt
  for each statement execute function refuse_change();
create trigger tax_class_append_only before update or delete on tax_class
  for each row execute function refuse_change();
create trigger tax_class_no_truncate before truncate on tax_class
  for each statement execute function refuse_change();
create trigger tax_part_append_only before update or delete on tax_part
  for each row execute function refuse_change();
create trigger tax_part_no_truncate before truncate on tax_part
  for each statement execute function refuse_change();
create trigger tax_remittance_append_only before update or delete on tax_remittance
  for each row execute function refuse_change();
create trigger tax_remittance_no_truncate before truncate on tax_remittance
  for each statement execute function refuse_change();
create trigger tax_file_no_truncate before truncate on tax_file
  for each statement execute function refuse_change();

-- What partners owe.
create trigger partner_invoice_line_append_only before update or delete on partner_invoice_line
  for each row execute function refuse_change();
create trigger partner_invoice_line_no_truncate before truncate on partner_invoice_line
  for each statement execute function refuse_change();
create trigger partner_allocation_append_only before update or delete on partner_allocation
  for each row execute function refuse_change();
create trigger partner_allocation_no_truncate before truncate on partner_allocation
  for each statement execute function refuse_change();
create trigger partner_report_append_only before update or delete on partner_report
  for each row execute function refuse_change();
create trigger partner_report_no_truncate before truncate on partner_report
  for each statement execute function refuse_change();
create trigger partner_invoice_no_truncate before truncate on partner_invoice
  for each statement execute function refuse_change();
create trigger partner_receipt_no_truncate before truncate on partner_receipt
  for each statement execute function refuse_change();

-- What clients agreed to, paid and accepted.
create trigger client_order_append_only before update or delete on client_order
  for each row execute function refuse_change();
create trigger client_order_no_truncate before truncate on client_order
  for each statement execute function refuse_change();
create trigger client_receipt_append_only before update or delete on client_receipt
  for each row execute function refuse_change();
create trigger client_receipt_no_truncate before truncate on client_receipt
  for each statement execute function refuse_change();
create trigger client_dataset_append_only before update or delete on client_dataset
  for each row execute function refuse_change();
create trigger client_dataset_no_truncate before truncate on client_dataset
  for each statement execute function refuse_change();
create trigger client_comment_append_only before update or delete on client_comment
  for each row execute function refuse_change();
create trigger client_comment_no_truncate before truncate on client_comment
  for each statement execute function refuse_change();

-- The journal.
create trigger journal_account_append_only before update or delete on journal_account
  for each row execute function refuse_change();
create trigger journal_account_no_truncate before truncate on journal_account
  for each statement execute function refuse_change();
create trigger journal_entry_append_only before update or delete on journal_entry
  for each row execute function refuse_change();
create trigger journal_entry_no_truncate before truncate on journal_entry
  for each statement execute function refuse_change();
create trigger journal_line_append_only before update or delete on journal_line
  for each row execute function refuse_change();
create trigger journal_line_no_truncate before truncate on journal_line
  for each statement execute function refuse_change();
create trigger accounting_period_append_only before update or delete on accounting_period
  for each row execute function refuse_change();
create trigger accounting_period_no_truncate before truncate on accounting_period
  for each statement execute function refuse_change();
create trigger journal_day_no_truncate before truncate on journal_day
  for each statement execute function refuse_change();
create trigger journal_points_day_append_only before update or delete on journal_points_day
  for each row execute function refuse_change();
create trigger journal_points_day_no_truncate before truncate on journal_points_day
  for each statement execute function refuse_change();
create trigger journal_offer_day_append_only before update or delete on journal_offer_day
  for each row execute function refuse_change();
create trigger journal_offer_day_no_truncate before truncate on journal_offer_day
  for each statement execute function refuse_change();

-- The seals over both, what checks of them found, and what was published.
create trigger seal_append_only before update or delete on seal
  for each row execute function refuse_change();
create trigger seal_no_truncate before truncate on seal
  for each statement execute function refuse_change();
create trigger sealed_head_append_only before update or delete on sealed_head
  for each row execute function refuse_change();
create trigger sealed_head_no_truncate before truncate on sealed_head
  for each statement execute function refuse_change();
create trigger sealed_entry_append_only before update or delete on sealed_entry
  for each row execute function refuse_change();
create trigger sealed_entry_no_truncate before truncate on sealed_entry
  for each statement execute function refuse_change();
create trigger books_check_append_only before update or delete on books_check
  for each row execute function refuse_change();
create trigger books_check_no_truncate before truncate on books_check
  for each statement execute function refuse_change();
create trigger books_root_append_only before update or delete on books_root
  for each row execute function refuse_change();
create trigger books_root_no_truncate before truncate on books_root
  for each statement execute function refuse_change();

-- What staff did and wrote.
create trigger audit_entry_no_truncate before truncate on audit_entry
  for each statement execute function refuse_change();
create trigger economy_version_append_only before update or delete on economy_version
  for each row execute function refuse_change();
create trigger economy_version_no_truncate before truncate on economy_version
  for each statement execute function refuse_change();
create trigger approval_request_no_truncate before truncate on approval_request
  for each statement execute function refuse_change();
create trigger member_note_no_truncate before truncate on member_note
  for each statement execute function refuse_change();
create trigger payout_pause_no_truncate before truncate on payout_pause
  for each statement execute function refuse_change();

-- A mailed text does not change afterwards.
create trigger contact_reply_kept before update on contact_reply
  for each row execute function refuse_change();

-- What members were asked does not change afterwards, and neither does who was asked what.
create trigger questionnaire_version_append_only before update or delete on questionnaire_version
  for each row execute function refuse_change();
create trigger questionnaire_version_no_truncate before truncate on questionnaire_version
  for each statement execute function refuse_change();
create trigger survey_attempt_keeps_version before update on survey_attempt
  for each row when (old.questionnaire_version is distinct from new.questionnaire_version)
  execute function refuse_change();

-- An erased member stays erased.
create trigger member_stays_erased before update on member
  for each row when (old.erased_at is not null and new.erased_at is distinct from old.erased_at)
  execute function refuse_change();

-- A friend's second withdrawal, or a reopened programme, must not decide again. Only a bonus is taken back, when the friend's
-- payment came back.
create trigger referral_settles_once before update on referral
  for each row when (old.state <> 'joined' and not (old.state = 'paid' and new.state = 'joined'))
  execute function refuse_change();
create trigger referral_stays before delete on referral
  for each row when (old.state <> 'joined') execute function refuse_change();
