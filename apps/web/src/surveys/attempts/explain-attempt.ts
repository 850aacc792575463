import type { RewardReview } from '@chuma/contract/surveys/surveys'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'

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

/** Say what became of a reward that we check: what happens next, or why nothing was paid. */
export function reviewNote(review: RewardReview, points: number, t: Translate): string | null {
  const { state, until, keepReason, reason, isReturned, appealAnswer } = review
  const time = formatDateTime(until)
  switch (state) {
    case 'held':
      return keepReason === null
        ? t('review.held', { points, time })
        : t('review.kept', { points, time, reason: keepReason })
    case 'rejected':
      return appealAnswer === null
        ? t(isReturned ? 'review.returned' : 'review.rejected', { reason: reason ?? '' })
        : t('review.rejectedAgain', { answer: appealAnswer })
    case 'appealed':
      return t('review.appealed', { reason: reason ?? '' })
    case 'paid':
      return appealAnswer === null ? null : t('review.paidOnAppeal', { answer: appealAnswer })
  }
}

/** Say what was found in answers that were rejected; null: nothing to say. */
export function reviewFindings({ flags }: RewardReview, t: Translate): string | null {
  if (flags.length === 0) return null
  return t('review.why', { found: flags.map((flag) => t(`review.why.${flag}`)).join(' ') })
}

/** Whether a completed survey has not been paid. */
export const isUnpaid = (review: RewardReview | null): boolean => review !== null && review.state !== 'paid'
