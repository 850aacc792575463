import type { AdminHold } from '@chuma/contract/payouts/holds'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** What led to a hold, for staff. */
export function describeHold(t: Translate, { reason, facts }: Pick<AdminHold, 'reason' | 'facts'>): string {
  switch (reason) {
    case 'credentials-changed':
    case 'email-changed':
      return t(facts.change ? `staffHoldChange.${facts.change}` : `staffHold.${reason}`)
    case 'shared-destination':
      return facts.isOfAnother
        ? t('staffHold.of-another')
        : t(`staffHold.${reason}`, { accounts: facts.accounts ?? 0 })
    case 'shared-mailbox':
      return t(`staffHold.${reason}`, { accounts: facts.accounts ?? 0 })
    case 'cluster':
      return facts.accounts === undefined
        ? t('staffHold.cluster')
        : t('staffHold.phone', { accounts: facts.accounts })
    case 'survey-quality':
      return t(`staffHold.${reason}`, { surveys: facts.surveys ?? 0 })
    case 'unsettled-credits':
    case 'debt':
      return t(`staffHold.${reason}`, { points: facts.points ?? 0 })
    default:
      return t(`staffHold.${reason}`)
  }
}

/** Since when, and until when if it ends on its own. */
export function describeTimes(t: Translate, { since, until }: Pick<AdminHold, 'since' | 'until'>): string {
  const begun = t('staffHold.since', { since: formatDateTime(since) })
  return until === null ? begun : `${begun}, ${t('staffHold.until', { until: formatDateTime(until) })}`
}
