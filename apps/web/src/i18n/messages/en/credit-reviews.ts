/** Credits that wait for staff because the partner paid less than was promised, or more than a ceiling. */
export const creditReviews = {
  'reviews.title': 'Credits to check',
  'reviews.text':
    'The partner paid less than we promised the member, or more than a daily ceiling allows. Nothing is paid until someone decides.',
  'reviews.filter': 'Show credits',
  'reviews.waiting': 'Waiting',
  'reviews.settled': 'Settled',
  'reviews.none': 'No credits to check',
  'reviews.noneText': 'There are none, or none match your choice.',
  'reviews.arrived': 'Arrived',
  'reviews.buys': 'The amount buys',
  'reviews.left': 'Left of the promise',
  'reviews.points': 'Points',
  'reviews.transaction': 'Transaction',
  'reviews.goal': 'Goal',
  'reviews.claim': 'The member’s claim for this click',
  'reviews.payPromise': 'Pay the promise: {points}',
  'reviews.payBought': 'Pay what the amount buys: {points}',
  'reviews.pay': 'Pay',
  'reviews.reject': 'Reject',
  'reviews.paid': 'Credit paid',
  'reviews.rejected': 'Credit rejected',
  'reviews.told': 'The member sees your reason with the click.',
  'reviews.ofClaim': 'A credit for this click is being checked',
  'reviews.ofClaimText':
    'Decide about the credit first. The claim can be granted only if the credit is rejected.',
  'reviews.open': 'Check the credit',

  'reviewState.review': 'To check',
  'reviewState.pending': 'Paid after the hold',
  'reviewState.available': 'Paid',
  'reviewState.reversed': 'Taken back',
  'reviewState.cancelled': 'Not paid',
  'reviewReason.pays-less-than-promised': 'Pays less than promised',
  'reviewReason.over-daily-ceiling': 'Above a daily ceiling',
  'reviewReasonText.pays-less-than-promised':
    'The partner’s amount does not buy the points that we promised. Ask the partner before you pay the difference.',
  'reviewReasonText.over-daily-ceiling':
    'With this credit the member or the partner would pass the partner’s ceiling for the day.',

  'reviewDecision.promised': 'Pay what we promised',
  'reviewDecision.bought': 'Pay what the amount buys',
  'reviewDecision.rejected': 'Reject this credit',
  'reviewDecisionText.promised':
    'The member gets what is left of the promise, even if the partner paid less. The difference is ours.',
  'reviewDecisionText.bought': 'The member gets only the points that the partner’s amount buys.',
  'reviewDecisionText.rejected':
    'The member gets nothing for it, sees your reason, and can claim the points.',
} as const
