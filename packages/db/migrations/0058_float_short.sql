-- An alarm before a provider's float runs out (docs/decisions/0091).
alter table alarm drop constraint alarm_cause_check;
alter table alarm add constraint alarm_cause_check check (cause in (
  'books-damaged', 'money-differs', 'books-differ', 'tax-overdue', 'statement-missing', 'night-missed', 'callbacks-waiting',
  'float-short'
));
