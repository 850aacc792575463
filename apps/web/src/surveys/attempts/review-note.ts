import type { RewardReview } from '@chuma/contract/surveys/surveys'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'

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
