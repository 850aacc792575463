/** What members opened at partners, and their claims. */
export const clicks = {
  // Words that several pages share.
  'word.promised': 'Promised',

  'clicks.lead':
    'Every offer and survey that you opened at a partner, and what became of it. The newest 100 are shown.',
  'clicks.list': 'Your clicks',
  'clicks.emptyTitle': 'No clicks yet',
  'clicks.emptyText': 'When you open a partner offer, you can follow it here.',
  'clicks.toOffers': 'See partner offers',
  'clicks.opened': 'Opened',
  'clicks.confirmed': 'Confirmed',
  'clicks.credited': 'Credited',

  'clickState.waiting': 'Waiting for the partner',
  'clickState.review': 'Being checked with the partner',
  'clickState.refused': 'Not paid',
  'clickState.pending': 'Confirmed, on its way',
  'clickState.credited': 'Credited',
  'clickState.reversed': 'Taken back',
  'clickState.screened-out': 'Screened out',
  'clickText.waiting': 'The partner has not reported the result yet.',
  'clickText.review':
    'The partner’s report differs from what we promised. We check it with the partner: you need not do anything.',
  'clickText.reviewUntil':
    'The partner’s report differs from what we promised. We check it with the partner and decide by {time}: you need not do anything.',
  'clickText.refused': 'We checked it with the partner and did not pay it.',
  'clickText.pending': 'The partner has confirmed it.',
  'clickText.pendingUntil': 'The partner has confirmed it. The points are yours on {time}.',
  'clickText.credited': 'The points are in your account.',
  'clickText.reversed': 'The partner confirmed it at first and took it back later.',

  'claim.start': 'Claim missing points',
  'claim.text': 'You did everything for “{title}” and no points came? We take it up with the partner.',
  'claim.note': 'What happened (optional)',
  'claim.noteHint': 'When you finished, or a number the partner gave you, helps us to find it.',
  'claim.send': 'Send claim',
  'claim.sentTitle': 'Claim sent',
  'claim.sent': 'We take it up with the partner. You can follow it here.',
  'claim.failedTitle': 'Claim not sent',
  'claim.offline': 'We could not reach the server. Check your connection and try again: it counts once.',
  'claimState.open': 'Your claim of {time} is being looked into.',
  'claimState.credited': 'Your claim of {time} was granted.',
  'claimState.declined': 'Your claim of {time} was declined.',
} as const
