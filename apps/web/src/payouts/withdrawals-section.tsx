import { NativeSelect, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { OpenAppeals } from './pauses/open-appeals.tsx'
import { PendingWithdrawals } from './pending-withdrawals.tsx'
import { useWithdrawalsNews } from './use-withdrawals-news.ts'
import { WithdrawalList } from './withdrawal-list.tsx'
import classes from './withdrawals-section.module.css'

const FILTERS = ['open', 'pending', 'approved', 'paid', 'rejected', 'all'] as const
type Filter = (typeof FILTERS)[number]

/** The operator's work: what waits for a decision, what waits to be paid, and everything before. */
export function WithdrawalsSection() {
  const t = useT()
  const [filter, setFilter] = useState<Filter>('open')
  useWithdrawalsNews()
  const labels = { open: t('admin.filterOpen'), all: t('admin.filterAll') }
  return (
    <section aria-labelledby="withdrawals">
      <div className={classes.header}>
        <Title order={2} id="withdrawals">
          {t('admin.withdrawals')}
        </Title>
        <NativeSelect
          label={t('admin.filter')}
          className={classes.filter ?? ''}
          value={filter}
          onChange={(event) =>
            setFilter(FILTERS.find((name) => name === event.currentTarget.value) ?? 'open')
          }
          data={FILTERS.map((value) => ({
            value,
            label: value === 'open' || value === 'all' ? labels[value] : t(`withdrawal.${value}`),
          }))}
        />
      </div>
      {filter === 'open' ? (
        <Stack gap="lg">
          <OpenAppeals />
          <PendingWithdrawals />
          <WithdrawalList status="approved" title={t('admin.sectionApproved')} />
        </Stack>
      ) : (
        <WithdrawalList key={filter} status={filter === 'all' ? undefined : filter} />
      )}
    </section>
  )
}
