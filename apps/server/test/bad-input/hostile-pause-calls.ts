import type { HostileCall } from './hostile-call.ts'

const id = '00000000-0000-4000-8000-000000000000'

/** Pauses of payouts, reviews of surveys, appeals against them, and decisions about destinations. */
export function hostilePauseCalls({ tooLong }: { tooLong: string }): Record<string, HostileCall> {
  const words = ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]
  const who = 'owner'
  return {
    'pause of payouts': {
      who,
      url: `/api/admin/users/${id}/pause-payouts`,
      path: 'admin.pausePayouts',
      inPath: { memberId: id },
      body: { reason: 'Because' },
      wrong: { reason: words },
    },
    'end of a pause': {
      who,
      url: `/api/admin/users/${id}/lift-payout-pause`,
      path: 'admin.liftPayoutPause',
      inPath: { memberId: id },
      body: { reason: 'Because' },
      wrong: { reason: words },
    },
    'release of a destination': {
      who,
      url: `/api/admin/users/${id}/destinations/${id}/release`,
      path: 'admin.releaseDestination',
      inPath: { memberId: id, destinationId: id },
      body: { reason: 'Because' },
      wrong: { reason: words },
    },
    'end of a destination’s ownership': {
      who,
      url: `/api/admin/users/${id}/destinations/${id}/free`,
      path: 'admin.freeDestination',
      inPath: { memberId: id, destinationId: id },
      body: { reason: 'Because' },
      wrong: { reason: words },
    },
    'answer to an appeal': {
      who,
      url: `/api/admin/payout-pauses/${id}/answer`,
      path: 'admin.answerAppeal',
      inPath: { id },
      body: { answer: 'Because', isLifted: true },
      wrong: { answer: words, isLifted: ['', 'true', 0, 1, null, [], {}] },
    },
    'appeal about a survey': {
      who: 'member',
      url: `/api/user-surveys/${id}/appeal`,
      path: 'surveys.appealSurvey',
      inPath: { id },
      body: { appeal: 'I read every question.' },
      wrong: { appeal: ['too short', 'a\0bcdefghij', '\ud800abcdefghij', ...words] },
    },
    'decision about a survey': {
      who,
      method: 'PUT',
      url: `/api/admin/survey-reviews/${id}`,
      path: 'admin.decideSurveyReview',
      inPath: { id },
      body: { decision: 'rejected', reason: 'Because' },
      optional: ['reason'],
      wrong: {
        decision: ['', 'doubtful', 'PAID', 7, null, [], {}],
        // Whether a reason is needed depends on the review.
        reason: [tooLong, 'a\0b', 7, null, [], {}],
      },
    },
    'accepted surveys': {
      who,
      url: '/api/admin/survey-reviews/accept',
      path: 'admin.acceptSurveyReviews',
      body: { ids: [id] },
      wrong: { ids: ['', id, [], [7], ['x'], [null], {}, null] },
    },
    appeal: {
      who: 'member',
      url: `/api/payout-pauses/${id}/appeal`,
      path: 'wallet.appealPayoutPause',
      inPath: { id },
      body: { appeal: 'It is my sister’s account.' },
      wrong: { appeal: ['too short', 'a\0bcdefghij', '\ud800abcdefghij', ...words] },
    },
  }
}
