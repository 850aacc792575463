/** For staff: what they look at before they approve, pauses of payouts and appeals against them. */
export const staffPauses = {
  'risk.inReview': 'High risk · {score}',
  'risk.low': 'Low risk',
  'risk.lowScore': 'Low risk · {score}',
  'risk.oneOfTwo': '1 of 2 approvals',
  'risk.paused': 'Payouts paused',

  'risk.firstApproval': 'Approved by {name}. A second person decides it with Approve.',
  'risk.anAdmin': 'an admin',
  'risk.theSystem': 'the system',

  'pausing.paused': 'Payouts paused',
  'pausing.pause': 'Pause payouts',
  'pausing.lift': 'Resume payouts',
  'pausing.pauseTitle': 'Pause the payouts of {name}',
  'pausing.pauseText':
    'The member cannot request withdrawals, and approved ones that are not sent yet wait. Balance and earning stay the same. The reason is emailed, and the member can appeal.',
  'pausing.liftTitle': 'Resume the payouts of {name}',
  'pausing.liftText': 'Waiting payouts are sent at once. The reason is emailed to the member.',
  'pausing.pausedDone': 'Payouts paused',
  'pausing.liftedDone': 'Payouts resumed',
  'pausing.failed': 'Nothing was changed',

  'appeals.title': 'Appeals waiting for an answer',
  'appeals.paused': 'Paused by {name}: {reason}',
  'appeals.answer': 'Answer',
  'appeals.answerTitle': 'Answer {name}',
  'appeals.yourAnswer': 'Your answer',
  'appeals.answerHint': 'The member reads it here and by email. An appeal is answered once.',
  'appeals.answerMissing': 'Please write an answer',
  'appeals.keep': 'Keep the pause',
  'appeals.answered': 'Appeal answered',
} as const
