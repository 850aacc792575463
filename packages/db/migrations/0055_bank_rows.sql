-- A bank payment that no statement of a bank shows is a difference of the day on which it was paid (docs/decisions/0088).
alter table reconciliation_difference drop constraint reconciliation_difference_kind_check;
alter table reconciliation_difference add constraint reconciliation_difference_kind_check check (kind in (
  'paid-without-posting', 'posting-without-paid', 'amount-differs', 'number-differs', 'receipt-missing',
  'bank-row-missing', 'receipt-unknown', 'receipt-twice', 'receipt-not-settled', 'paid-twice',
  'attempt-paid-withdrawal-not', 'attempt-missing', 'contradiction', 'unresolved', 'tax-differs', 'sum-differs'
));
