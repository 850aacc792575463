export const books = {
  'books.nav': 'Reconciliation',
  'books.title': 'Reconciliation',
  'books.days': 'Days',
  'books.daysText':
    'Every night the previous day is reconciled: what was paid according to our withdrawals, the ledger and the provider.',
  'books.none': 'No comparison yet',
  'books.noneText': 'The first comparison runs tonight. You can also start one now.',
  'books.day': 'Day',
  'books.compare': 'Compare',
  'books.compareAgain': 'Compare again',
  'books.compared': 'Day compared',
  'books.comparedText':
    '{open, plural, =0 {Everything agrees.} one {# difference is open.} other {# differences are open.}}',
  'books.chooseDay': 'Choose a day',
  'books.agrees': 'Agrees',
  'books.explained': 'Explained',
  'books.openCount': '{count, plural, one {# open difference} other {# open differences}}',
  'books.noStatement': 'No provider statement covers this day yet.',
  'books.paidCount': '{count, plural, one {# withdrawal} other {# withdrawals}}',
  'books.gross': 'Gross',
  'books.tax': 'Tax',
  'books.sent': 'Sent',
  'books.ledger': 'Ledger',
  'books.provider': 'Provider',
  'books.madeAt': 'Compared {time} by {name}',
  'books.show': 'Show differences',
  'books.showDay': 'Show the differences of {day}',
  'books.more': 'Earlier days',
  'books.differencesOf': 'Differences of {day}',
  'books.openDifferences': 'Open differences, all days',
  'books.showOpen': 'Show all open differences',
  'books.allAgree': 'Nothing to explain',
  'books.allAgreeText': 'The ledger, the withdrawals and the provider agree.',
  'books.expected': 'Expected',
  'books.found': 'Found',
  'books.receipt': 'Receipt {receipt}',
  'books.withdrawal': 'Withdrawal of {name}',
  'books.resolvedBy': 'Resolved by {name} on {time}',
  'books.resolve': 'Resolve with a note',
  'books.resolveFor': 'Resolve: {kind}',
  'books.resolveTitle': 'Resolve this difference',
  'books.resolveText':
    'Explain what happened. This moves no money or points and cannot be undone. Do not include anyone’s name or number.',
  'books.note': 'Note',
  'books.noteMissing': 'Explain what happened',
  'books.resolved': 'Difference resolved',
  'books.resolvedText': 'Your note is shown with it, under your name.',
  'books.taxMonths': 'Tax withheld',
  'books.taxMonthsText': 'Withheld from payments in each month. Owed to the revenue authority.',
  'books.noTax': 'No tax withheld yet.',
  'books.taxMonth': '{count, plural, one {# withdrawal} other {# withdrawals}} of {base}',

  'difference.paid-without-posting': 'Paid, but not in the ledger',
  'difference.posting-without-paid': 'In the ledger, but not paid',
  'difference.amount-differs': 'Amounts differ',
  'difference.number-differs': 'Numbers differ',
  'difference.receipt-missing': 'Receipt missing from the provider’s statement',
  'difference.bank-row-missing': 'Paid by the bank, on no statement',
  'difference.receipt-unknown': 'Unknown receipt',
  'difference.receipt-twice': 'One receipt for two withdrawals',
  'difference.receipt-not-settled': 'Paid by the provider, open here',
  'difference.paid-twice': 'Paid twice',
  'difference.attempt-paid-withdrawal-not': 'Payout paid, withdrawal not',
  'difference.attempt-missing': 'Payment sent, its attempt missing',
  'difference.contradiction': 'The provider contradicted itself',
  'difference.unresolved': 'Unresolved for more than a day',
  'difference.tax-differs': 'Tax differs',
  'difference.sum-differs': 'The day’s totals differ',
  'differenceText.paid-without-posting':
    'The withdrawal is marked as paid, but its points never left the ledger. Check the ledger below; it may have been changed by hand.',
  'differenceText.posting-without-paid':
    'Points left the ledger for a payout, but there is no paid withdrawal for it. Check the ledger below; it may have been changed by hand.',
  'differenceText.amount-differs':
    'Two records of the same payment have different amounts. Compare the withdrawal, its payout and the receipt.',
  'differenceText.number-differs':
    'The number on the provider’s statement does not end like the one the member gave. The money may have gone to someone else.',
  'differenceText.receipt-missing':
    'We recorded it as paid, but the imported statement of that day does not have the receipt. Import the days before and after; if it is still missing, ask the provider.',
  'differenceText.bank-row-missing':
    'We recorded it as paid by the bank, but after five working days no imported bank statement has a row of this amount for it. Import the statement or book its row; if there is none, ask the bank whether it was paid.',
  'differenceText.receipt-unknown':
    'The provider says this was paid, but none of our withdrawals has the receipt. Find out who was paid, and for what.',
  'differenceText.receipt-twice':
    'One receipt proves one payment. One of the two withdrawals was probably not paid, or a receipt was mistyped.',
  'differenceText.receipt-not-settled':
    'The provider’s statement has the payment, but the withdrawal is not settled. Mark it as paid with this receipt, and do not send it again.',
  'differenceText.paid-twice':
    'The provider’s statement has a second payment for a withdrawal that was paid with another receipt. Ask for it back, or correct the receipt.',
  'differenceText.attempt-paid-withdrawal-not':
    'The payout ended as paid, but the withdrawal did not. Settle it before anyone sends it again.',
  'differenceText.attempt-missing':
    'The provider reported this payment, but the attempt that made it is not in the database. Restore it from a backup.',
  'differenceText.contradiction':
    'After the payment was settled, the provider reported the opposite. Nothing was changed automatically; the audit log has the report.',
  'differenceText.unresolved':
    'It is not known whether this money arrived. Check with the provider, then mark the withdrawal as paid or reject it.',
  'differenceText.tax-differs': 'The tax in the ledger is not the tax withheld from this withdrawal.',
  'differenceText.sum-differs':
    'The day’s totals do not agree. The day’s other differences usually explain it.',
  'differenceSum.ledger': 'Points paid against points that left the ledger',
  'differenceSum.tax': 'Tax withheld against tax booked',
  'differenceSum.provider': 'Sent against the provider’s statement',
} as const
