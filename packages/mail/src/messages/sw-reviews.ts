import type { reviews as english } from './en-reviews.ts'

export const reviews: Record<keyof typeof english, string> = {
  'proofApproved.subject': 'Imeidhinishwa: {title}',
  'proofApproved.what':
    'Tumeangalia ulichowasilisha kwa “{title}”. {points, plural, one {Pointi # iko} other {Pointi # ziko}} kwenye salio lako.',
  'proofApproved.action': 'Ona pointi zangu',

  'proofRejected.subject': 'Haijaidhinishwa: {title}',
  'proofRejected.what': 'Tumeangalia ulichowasilisha kwa “{title}” na hatukuweza kuidhinisha.',
  'proofRejected.reason': 'Sababu: {reason}',
  'proofRejected.again': 'Unaweza kuwasilisha mara nyingine.',
  'proofRejected.action': 'Jaribu tena',

  'surveyReview.subject':
    '{news, select, held {Tunahitaji muda zaidi kwa majibu yako: {title}} rejected {Haikulipwa: {title}} rejectedOnAppeal {Rufaa yako imeamuliwa: {title}} other {Imelipwa: {title}}}',
  'surveyReview.what':
    '{news, select, held {Bado tunakagua majibu yako ya “{title}”. {points, plural, other {Pointi #}} zitafika kabla ya {time}.} rejected {Tumekagua majibu yako ya “{title}” na hatukuyalipia.} rejectedOnAppeal {Mtu mwingine ameangalia tena majibu yako ya “{title}”. Bado hayajalipwa.} paidOnAppeal {Mtu mwingine ameangalia tena majibu yako ya “{title}”, na ulikuwa sahihi. {points, plural, other {Pointi #}} ziko kwenye salio lako.} other {Tumekagua majibu yako ya “{title}”. {points, plural, other {Pointi #}} ziko kwenye salio lako.}}',
  'surveyReview.reason': 'Sababu: {reason}',
  'surveyReview.appeal':
    'Hukubaliani? Unaweza kukata rufaa mara moja, kwenye orodha ya tafiti zako. Kisha mtu mwingine ataamua.',
  'surveyReview.action': 'Ona tafiti zangu',

  'claimCredited.subject': 'Dai lako la “{title}” limekubaliwa',
  'claimCredited.what':
    'Tumechunguza “{title}”. {points, plural, one {Pointi # iko} other {Pointi # ziko}} kwenye salio lako.',
  'claimDeclined.subject': 'Dai lako la “{title}” limekataliwa',
  'claimDeclined.what': 'Tumechunguza “{title}” na hatukuweza kukuwekea pointi.',
  'claim.reason': 'Sababu: {reason}',
  'claim.action': 'Ona shughuli zangu',
}
