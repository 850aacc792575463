import { NativeSelect, Stack, Title } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../admin/frame/use-staff-member.ts'
import { useT } from '../i18n/use-t.ts'
import { useRetries } from '../live/use-retries.ts'
import { trpc } from '../trpc.ts'
import { BulkApproval } from './approvals/bulk-approval.tsx'
import { OpenAppeals } from './pauses/open-appeals.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'
import classes from './withdrawals-section.module.css'

const FILTERS = ['open', 'pending', 'approved', 'paid', 'rejected', 'all'] as const
type Filter = (typeof FILTERS)[number]

/** The withdrawals that wait for a decision or a payment, and all earlier ones. */
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

/** Pending withdrawals, decided one by one or in bulk. */
function PendingWithdrawals() {
  const t = useT()
  const mayDecide = useMay('withdrawals:decide')
  const [selected, setSelected] = useState<readonly string[]>([])
  const selection = {
    isSelected: (id: string) => selected.includes(id),
    toggle: (id: string) =>
      setSelected((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    setAll: (wanted: readonly string[], isOn: boolean) =>
      setSelected((ids) => [...ids.filter((id) => !wanted.includes(id)), ...(isOn ? wanted : [])]),
  }
  return (
    <div>
      {mayDecide && (
        <div className={classes.bulk}>
          <BulkApproval selected={selected} onDone={() => setSelected([])} />
        </div>
      )}
      <WithdrawalList status="pending" title={t('admin.sectionPending')} {...(mayDecide && { selection })} />
    </div>
  )
}

/** Reloads when a withdrawal or a pause changes, while the page is visible. */
function useWithdrawalsNews(): void {
  const utils = trpc.useUtils()
  const { retry, forget } = useRetries()
  const isVisible = useDocumentVisibility() === 'visible'
  const look = () => {
    void utils.admin.listWithdrawals.invalidate()
    void utils.admin.listPayoutPauses.invalidate()
    // A failing payment may have stopped the whole queue.
    void utils.admin.getPayoutQueue.invalidate()
  }
  const stream = trpc.admin.onWithdrawalsChange.useSubscription(isVisible ? undefined : skipToken, {
    onData: () => {
      forget()
      look()
    },
    onError: (error) => {
      const status = error.data?.httpStatus
      // A lost session surfaces through the calls that reload.
      if (status === 401) look()
      else if (status === undefined || status >= 500) retry(stream.reset)
    },
  })
}
