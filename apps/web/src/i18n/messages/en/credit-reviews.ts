/** Credits that wait for staff because the partner paid less than was promised, or more than a ceiling. */
export const creditReviews = {
  'creditReviews.title': 'Credits to check',
  'creditReviews.text':
    'The partner paid less than we promised the member, or more than a daily ceiling allows. Nothing is paid until someone decides.',
  'creditReviews.filter': 'Show credits',
  'creditReviews.waiting': 'Waiting',
  'creditReviews.settled': 'Settled',
  'creditReviews.none': 'No credits to check',
  'creditReviews.noneText': 'There are none, or none match your choice.',
  'creditReviews.arrived': 'Arrived',
  'creditReviews.buys': 'The amount buys',
  'creditReviews.left': 'Left of the promise',
  'creditReviews.points': 'Points',
  'creditReviews.transaction': 'Transaction',
  'creditReviews.goal': 'Goal',
  'creditReviews.claim': 'The member’s claim for this click',
  'creditReviews.payPromise': 'Pay the promise: {points}',
  'creditReviews.payBought': 'Pay what the amount buys: {points}',
  'creditReviews.pay': 'Pay',
  'creditReviews.reject': 'Reject',
  'creditReviews.paid': 'Credit paid',
  'creditReviews.rejected': 'Credit rejected',
  'creditReviews.told': 'The member sees your reason with the click.',
  'creditReviews.ofClaim': 'A credit for this click is being checked',
  'creditReviews.ofClaimText':
    'Decide about the credit first. The claim can be granted only if the credit is rejected.',
  'creditReviews.open': 'Check the credit',

  'creditReviewState.review': 'To check',
  'creditReviewState.pending': 'Paid after the hold',
  'creditReviewState.available': 'Paid',
  'creditReviewState.reversed': 'Taken back',
  'creditReviewState.cancelled': 'Not paid',
  'creditReviewReason.pays-less-than-promised': 'Pays less than promised',
  'creditReviewReason.over-exposure': 'The partner owes too much',
  'creditReviewReason.over-daily-ceiling': 'Above a daily ceiling',
  'creditReviewReasonText.pays-less-than-promised':
    'The partner’s amount does not buy the points that we promised. Ask the partner before you pay the difference.',
  'creditReviewReasonText.over-exposure':
    'The partner would owe more than its ceiling. Ask it to pay before you pay this credit.',
  'creditReviewReasonText.over-daily-ceiling':
    'With this credit the member or the partner would pass the partner’s ceiling for the day.',

  'creditReviewDecision.promised': 'Pay what we promised',
  'creditReviewDecision.bought': 'Pay what the amount buys',
  'creditReviewDecision.rejected': 'Reject this credit',
  'creditReviewDecisionText.promised':
    'The member gets what is left of the promise, even if the partner paid less. The difference is ours.',
  'creditReviewDecisionText.bought': 'The member gets only the points that the partner’s amount buys.',
  'creditReviewDecisionText.rejected':
    'The member gets nothing for it, sees your reason, and can claim the points.',
} as const
