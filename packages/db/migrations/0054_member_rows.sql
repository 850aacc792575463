-- The export and the erasure of a member read these tables by member.
create index bank_batch_row_member on bank_batch_row (member_id);
create index partner_report_row_member on partner_report_row (member_id) where member_id is not null;
