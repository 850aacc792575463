-- When the mail server took it. A link that never left our process must not keep the next one from being sent.
alter table one_time_link add column mailed_at timestamptz;
