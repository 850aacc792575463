import type { Click } from '@chuma/contract/partners/partners'
import type { UserSurvey } from '@chuma/contract/surveys/surveys'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { explainEarlyEnd, explainScreenOut } from './explain-screen-out.ts'
import { reviewNote } from './review-note.ts'

/** Describe an attempt beyond its status, and what happens next. */
export function attemptNote(attempt: UserSurvey, credit: Click | undefined, t: Translate): string | null {
  switch (attempt.status) {
    case 'screened_out':
      // Our own questions say why in the member's words; a partner sends a code.
      if (attempt.kind === 'questions') return explainEarlyEnd(attempt.screenOutReason, t)
      return explainScreenOut(attempt.screenOutReason, t)
    case 'expired':
      return t('attempt.expiredText')
    case 'completed':
      if (attempt.review) return reviewNote(attempt.review, attempt.reward, t)
      return credit ? creditNote(credit, t) : null
    default:
      return attempt.kind === 'external' ? t('attempt.awaitsPartner') : null
  }
}

function creditNote({ state, availableAt }: Click, t: Translate): string {
  if (state === 'reversed') return t('attempt.reversed')
  if (state !== 'pending') return t('attempt.confirmed')
  return availableAt ? t('attempt.arrives', { date: formatDateTime(availableAt) }) : t('attempt.arrivesSoon')
}
