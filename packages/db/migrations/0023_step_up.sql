-- Critical calls need a fresh proof of who is at the keyboard: when this session last gave one.
alter table staff_session add column stepped_up_at timestamptz;
alter table session add column stepped_up_at timestamptz;
