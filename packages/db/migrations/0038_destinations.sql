-- Destinations of every method replace the list of M-Pesa numbers (docs/decisions/0076).

alter table payout_destination
  -- When a payment first arrived there.
  add column paid_at timestamptz,
  -- The member took it off their list. The row stays, because it proves whose the destination is.
  add column forgotten_at timestamptz;
