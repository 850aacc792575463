import type { PartnerScheme } from '../partner-settings.ts'

type Replies = PartnerScheme['replies']

export const repliesOk: Replies = {
  ok: { status: 200, body: 'OK' },
  duplicate: { status: 200, body: 'OK' },
  rejected: { status: 403, body: 'REJECTED' },
  retry: { status: 500, body: 'RETRY' },
}

/** For partners that stop repeating after a "duplicate" answer. */
export const repliesOkOrDup: Replies = { ...repliesOk, duplicate: { status: 200, body: 'DUP' } }

/** For partners that read only the body of an answer. */
export const repliesOneOrZero: Replies = {
  ok: { status: 200, body: '1' },
  duplicate: { status: 200, body: '1' },
  rejected: { status: 403, body: '0' },
  retry: { status: 500, body: '0' },
}

export const surveyLimits = {
  ceilings: { maxUsdCentsPerEvent: 25_00, maxUsdCentsPerMemberDay: 100_00 },
  holdDays: 1,
} satisfies Partial<PartnerScheme>

export const offerLimits = {
  ceilings: { maxUsdCentsPerEvent: 200_00, maxUsdCentsPerMemberDay: 400_00 },
  holdDays: 7,
} satisfies Partial<PartnerScheme>
