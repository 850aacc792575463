import type { PartnerEventDetail } from '@chuma/contract/partners/partners'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { actorName } from '../../admin/actor-name.ts'
import sheet from '../../admin/figures.module.css'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'

export function EventFacts({ event }: { event: PartnerEventDetail }) {
  const t = useT()
  const { memberId, userEmail, points, amountUsd, decidedAt, decidedBy, partnerId } = event
  const unknown = t('partnerEvents.unknown')
  return (
    <>
      <OutcomeBadge outcome={event.outcome} />
      <dl className={sheet.facts}>
        <Fact label={t('partnerEvents.partner')}>
          <Link to="/admin/partners" search={{ partner: partnerId }} className={blocks.link}>
            {event.partnerName}
          </Link>
        </Fact>
        <Fact label={t('partnerEvents.received')}>{formatDateTime(event.receivedAt)}</Fact>
        <Fact label={t('partnerEvents.from')}>{event.address ?? unknown}</Fact>
        <Fact label={t('partnerEvents.kind')}>{event.kind ?? unknown}</Fact>
        <Fact label={t('partnerEvents.amount')}>
          {amountUsd === null ? unknown : t('partnerEvents.usd', { amount: amountUsd.toFixed(2) })}
        </Fact>
        {points !== null && (
          <Fact label={t('partnerEvents.points')}>
            <PointsAmount points={points} />
          </Fact>
        )}
        <Fact label={t('partnerEvents.reference')}>{event.reference ?? unknown}</Fact>
        <Fact label={t('partnerEvents.click')}>{event.clickTitle ?? unknown}</Fact>
        {memberId && (
          <Fact label={t('partnerEvents.member')}>
            <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
              {userEmail ?? memberId}
            </Link>
          </Fact>
        )}
        {event.reason && <Fact label={t('partnerEvents.reason')}>{event.reason.replaceAll('-', ' ')}</Fact>}
        <Fact label={t('partnerEvents.decided')}>
          {decidedAt && decidedBy
            ? t('partnerEvents.decidedBy', { time: formatDateTime(decidedAt), name: actorName(t, decidedBy) })
            : t('partnerEvents.notDecided')}
        </Fact>
      </dl>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
