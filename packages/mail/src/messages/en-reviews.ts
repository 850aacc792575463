/** About proofs, answers and claims that we have checked. */
export const reviews = {
  'proofApproved.subject': 'Approved: {title}',
  'proofApproved.what':
    'We have checked your proof for “{title}” and added {points, plural, one {# point} other {# points}} to your balance.',
  'proofApproved.action': 'See my points',

  'proofRejected.subject': 'Not approved: {title}',
  'proofRejected.what': 'We have checked your proof for “{title}” and could not approve it.',
  'proofRejected.reason': 'Reason: {reason}',
  'proofRejected.again': 'You can submit a new proof.',
  'proofRejected.action': 'Try again',

  'surveyReview.subject':
    '{news, select, held {We need more time for your answers: {title}} rejected {Not paid: {title}} rejectedOnAppeal {Your appeal was decided: {title}} other {Paid: {title}}}',
  'surveyReview.what':
    '{news, select, held {We are still checking your answers to “{title}”. {points, plural, one {# point arrives} other {# points arrive}} by {time} at the latest.} rejected {We have checked your answers to “{title}” and did not pay for them.} rejectedOnAppeal {Somebody else has looked at your answers to “{title}” again. They are still not paid.} paidOnAppeal {Somebody else has looked at your answers to “{title}” again, and you were right. {points, plural, one {# point is} other {# points are}} in your balance.} other {We have checked your answers to “{title}”. {points, plural, one {# point is} other {# points are}} in your balance.}}',
  'surveyReview.reason': 'Reason: {reason}',
  'surveyReview.appeal':
    'Do you disagree? You can appeal once, in the list of your surveys. Another person then decides.',
  'surveyReview.action': 'See my surveys',

  'claimCredited.subject': 'Your claim for “{title}” was granted',
  'claimCredited.what':
    'We have checked “{title}” and added {points, plural, one {# point} other {# points}} to your balance.',
  'claimDeclined.subject': 'Your claim for “{title}” was declined',
  'claimDeclined.what': 'We have checked “{title}” and could not credit it.',
  'claim.reason': 'Reason: {reason}',
  'claim.action': 'See my activity',
} as const
