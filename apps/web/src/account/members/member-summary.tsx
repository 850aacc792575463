import type { AdminMember } from '@chuma/contract/account/members'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import sheet from '../../admin/figures.module.css'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { PointsAmount } from '../../wallet/points-amount.tsx'
import { MemberActions } from './member-actions.tsx'
import { MemberBadges } from './member-badges.tsx'
import classes from './members.module.css'

/** Who the member is, what they have, and the actions staff can take. */
export function MemberSummary({ member }: { member: AdminMember }) {
  const t = useT()
  const { erasedAt, deletionDueAt, acceptedTerms } = member
  return (
    <>
      <Panel aria-label={t('member.facts')} className={classes.summary}>
        <MemberBadges user={member} />
        {erasedAt && <Text fw={600}>{t('member.erased', { day: formatDay(erasedAt) })}</Text>}
        {!erasedAt && deletionDueAt && (
          <Text fw={600}>{t('member.closing', { day: formatDay(deletionDueAt) })}</Text>
        )}
        <dl className={sheet.facts}>
          <Fact label={t('member.email')}>{member.email}</Fact>
          <Fact label={t('member.country')}>{member.country}</Fact>
          <Fact label={t('member.id')}>
            <code>{member.id}</code>
          </Fact>
          <Fact label={t('member.joined')}>{formatDay(member.createdAt)}</Fact>
          <Fact label={t('member.lastSeen')}>
            <TimeAgo date={member.lastSeenAt} />
          </Fact>
          <Fact label={t('member.terms')}>
            {acceptedTerms
              ? t('member.termsAccepted', {
                  version: acceptedTerms.version,
                  day: formatDay(acceptedTerms.acceptedAt),
                })
              : t('member.none')}
          </Fact>
          <Fact label={t('member.mpesa')}>
            {member.mpesaNumbers.map((number) => `+${number}`).join(', ') || t('member.none')}
          </Fact>
        </dl>
        {!erasedAt && <MemberActions member={member} />}
      </Panel>
      <StatGrid label={t('member.figures')}>
        <StatCard label={t('members.points')}>
          <PointsAmount points={member.points} />
        </StatCard>
        <StatCard label={t('members.held')}>
          <PointsAmount points={member.heldPoints} />
        </StatCard>
        <StatCard label={t('members.totalEarnings')}>
          <PointsAmount points={member.totalEarnings} />
        </StatCard>
        <StatCard label={t('members.thisMonth')}>
          <PointsAmount points={member.thisMonthEarnings} />
        </StatCard>
        <StatCard label={t('members.surveys')}>{member.surveysCompleted}</StatCard>
        <StatCard label={t('members.rating')}>{member.rating.toFixed(1)}</StatCard>
      </StatGrid>
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
