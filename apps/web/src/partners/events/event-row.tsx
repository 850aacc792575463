import { formatUsd } from '@chuma/contract/format-money'
import type { PartnerEvent, PartnerOutcome } from '@chuma/contract/partners/partners'
import { IconArrowBackUp, IconCheck, IconClock, IconHelp, IconInfoCircle, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import classes from '../../ui/states/list.module.css'

/** One partner event as a line that links to its details. */
export function EventRow({ event }: { event: PartnerEvent }) {
  const t = useT()
  const { id, partnerName, receivedAt, outcome, transactionId, kind, amountUsd, points, reason } = event
  const said = [
    partnerName,
    formatDateTime(receivedAt),
    ...(kind === null ? [] : [kind]),
    ...(amountUsd === null ? [] : [formatUsd(amountUsd)]),
    ...(points === null ? [] : [formatPoints(t, points)]),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/admin/partners" search={{ event: id }} className={blocks.link}>
          {transactionId === null
            ? t('partnerEvents.untold')
            : t('partnerEvents.transaction', { id: transactionId })}
        </Link>
        <OutcomeBadge outcome={outcome} />
      </div>
      <p className={blocks.quiet}>{said.join(' · ')}</p>
      {reason && <p className={blocks.quiet}>{reason.replaceAll('-', ' ')}</p>}
    </li>
  )
}

const RECORDED = { tone: 'quiet', Icon: IconInfoCircle } as const
const LOOKS = {
  credited: { tone: 'good', Icon: IconCheck },
  pending: { tone: 'wait', Icon: IconClock },
  review: { tone: 'wait', Icon: IconHelp },
  duplicate: RECORDED,
  reversed: { tone: 'bad', Icon: IconArrowBackUp },
  'kept-for-credit': RECORDED,
  'screened-out': RECORDED,
  recorded: RECORDED,
  test: RECORDED,
  unmatched: { tone: 'wait', Icon: IconHelp },
  rejected: { tone: 'bad', Icon: IconX },
  none: { tone: 'wait', Icon: IconClock },
} as const

export function OutcomeBadge({ outcome }: { outcome: PartnerOutcome | null }) {
  const t = useT()
  return <StatusBadge {...LOOKS[outcome ?? 'none']}>{t(`outcome.${outcome ?? 'none'}`)}</StatusBadge>
}
