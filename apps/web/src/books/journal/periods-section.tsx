import type { AccountingPeriod } from '@chuma/contract/books/journal-reports'
import { formatKesCents } from '@chuma/contract/format-money'
import { Button } from '@mantine/core'
import { IconCalendarStats, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime, formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from '../reconciliation.module.css'
import { ClosePeriodDialog } from './close-period-dialog.tsx'

/** Months, and closing the next one. */
export function PeriodsSection() {
  const t = useT()
  const query = trpc.admin.listPeriods.useQuery()
  return (
    <Section title={t('journal.tab.periods')} text={t('journal.periodsText')}>
      <QueryView query={query} skeleton={<Skeletons count={3} height={72} />}>
        {(periods) =>
          periods.length === 0 ? (
            <EmptyState
              icon={<IconCalendarStats />}
              title={t('journal.nothing')}
              text={t('journal.nothingText')}
            />
          ) : (
            <ul className={blocks.list} aria-label={t('journal.tab.periods')}>
              {periods.map((period) => (
                <PeriodRow key={period.month} period={period} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  )
}

function PeriodRow({ period }: { period: AccountingPeriod }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const { month, closedAt, closedBy, approvedBy, isNext, movedMinor } = period
  const name = formatMonth(month)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{name}</strong>
        <StatusBadge
          tone={closedAt ? 'good' : 'quiet'}
          icon={closedAt ? <IconLock size={16} /> : <IconLockOpen size={16} />}
        >
          {t(closedAt ? 'journal.closed' : 'journal.open')}
        </StatusBadge>
      </div>
      <p className={blocks.quiet}>{t('journal.moved', { amount: formatKesCents(movedMinor) })}</p>
      {closedAt && closedBy && approvedBy && (
        <p className={blocks.quiet}>
          {t('journal.closedBy', { when: formatDateTime(closedAt), who: closedBy, approver: approvedBy })}
        </p>
      )}
      {isNext && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('journal.close', { month: name })}
        </Button>
      )}
      <ClosePeriodDialog month={month} name={name} opened={isAsking} onClose={() => setAsking(false)} />
    </li>
  )
}
