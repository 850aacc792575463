import type { RewardReview } from '@chuma/contract/surveys/surveys'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'

const REASONS = {
  'not-a-match': 'screenOut.noMatch',
  'not-eligible': 'screenOut.noMatch',
  noteligible: 'screenOut.noMatch',
  disqualified: 'screenOut.noMatch',
  terminated: 'screenOut.noMatch',
  'screen-out': 'screenOut.noMatch',
  'screened-out': 'screenOut.noMatch',
  'quota-full': 'screenOut.full',
  'over-quota': 'screenOut.full',
  overquota: 'screenOut.full',
  'survey-closed': 'screenOut.closed',
  closed: 'screenOut.closed',
  'too-fast': 'screenOut.tooFast',
  speeder: 'screenOut.tooFast',
  duplicate: 'screenOut.duplicate',
  quality: 'screenOut.quality',
  'low-quality': 'screenOut.quality',
  fraud: 'screenOut.checks',
  security: 'screenOut.checks',
} as const

const own: ReadonlyMap<string, 'screenOut.full' | 'screenOut.noMatch'> = new Map([
  ['cell-full', 'screenOut.full'],
  ['outside-quota', 'screenOut.noMatch'],
  ['lacks-profile', 'screenOut.noMatch'],
])

/** Explain why a survey of ours ended early: by its quotas, or by a question that says so in the member's words. */
export function explainEarlyEnd(reason: string | null, t: Translate): string {
  const key = own.get(reason ?? '')
  return key ? t(key) : (reason ?? '')
}

const reasons: ReadonlyMap<string, (typeof REASONS)[keyof typeof REASONS]> = new Map(Object.entries(REASONS))

/** Explain in plain words why a partner screened this member out. Unknown reasons are quoted. */
export function explainScreenOut(reason: string | null, t: Translate): string {
  const code = (reason ?? '').trim()
  if (code === '') return t('screenOut.noMatch')
  const key = reasons.get(code.toLowerCase().replaceAll(/[\s_]+/g, '-'))
  return key ? t(key) : t('screenOut.other', { reason: code })
}

/** Say what became of a reward that we check: what happens next, or why nothing was paid. */
export function reviewNote(review: RewardReview, points: number, t: Translate): string | null {
  const { state, until, keepReason, reason, appealAnswer } = review
  const time = formatDateTime(until)
  switch (state) {
    case 'held':
      return keepReason === null
        ? t('review.held', { points, time })
        : t('review.kept', { points, time, reason: keepReason })
    case 'rejected':
      return appealAnswer === null
        ? t('review.rejected', { reason: reason ?? '' })
        : t('review.rejectedAgain', { answer: appealAnswer })
    case 'appealed':
      return t('review.appealed', { reason: reason ?? '' })
    case 'paid':
      return appealAnswer === null ? null : t('review.paidOnAppeal', { answer: appealAnswer })
  }
}

/** Whether a completed survey has not been paid. */
export const isUnpaid = (review: RewardReview | null): boolean => review !== null && review.state !== 'paid'
