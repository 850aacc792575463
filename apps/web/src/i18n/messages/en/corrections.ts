/** Money that came back, arrived late or arrived twice, and debts, as staff see them. */
export const corrections = {
  'correct.returned': 'Payment came back',
  'correct.late': 'Was paid after all',
  'correct.duplicate': 'Was paid twice',
  'correct.returnedText':
    'We paid {kes} to {name}, and the money came back. A second person has to approve this. After that the withdrawal is rejected, and the member is told.',
  'correct.lateText':
    'We rejected this withdrawal and gave {points, plural, one {# point} other {# points}} back, but {kes} arrived. A second person has to approve this. After that the points are taken again, even if {name} has spent them, and the member is told.',
  'correct.duplicateText':
    'We paid {kes} to {name}, and the same amount arrived a second time. A second person has to approve this. After that the member owes the second payment, unless we bear it.',
  'correct.cause': 'Why it came back',
  'correctCause.bank': 'The bank returned it',
  'correctCause.provider': 'It was reversed at the provider',
  'correctCause.wrong-number': 'It went to a wrong number',
  'correct.receipt': 'Receipt of this payment',
  'correct.receiptOfReturn': 'Receipt of the return, if it has one',
  'correct.evidence': 'What proves it',
  'correct.evidenceHint':
    'For staff: the row of a statement, a letter of the bank, or what the provider said.',
  'correct.evidenceMissing': 'Say what proves it.',
  'correct.moreEvidence': 'What else proves it (optional)',
  'correct.note': 'What happened, for the member',
  'correct.pointsBack': 'Give the points back',
  'correct.owes': 'The member owes the second payment',
  'correct.send': 'Ask a second person',
  'correct.failed': 'Not booked',

  'staffNav.debts': 'Debts',
  'debts.title': 'Debts',
  'debts.text':
    'Members whose balance is below zero, the oldest first. They are not paid until it is set off: by what they earn next, or by rejecting what is held for a withdrawal.',
  'debts.list': 'Members in debt',
  'debts.none': 'Nobody owes anything',
  'debts.noneText': 'Members appear here when something is taken back that they have spent.',
  'debts.since': 'Since {when}: {cause}',
  'debts.held': '{points, plural, one {# point is} other {# points are}} held for withdrawals',
  'debts.writeOff': 'Write off',
  'debts.writeOffTitle': 'Write off this debt',
  'debts.writeOffText':
    '{name} will owe nothing any more. We bear {kes}. A second person has to approve this, and the member is told.',
  'debts.reason': 'Reason, for staff',
  'debts.failed': 'Not written off',
} as const
