import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../admin/frame/use-staff-member.ts'
import { useArrival } from '../admin/use-arrival.ts'
import { useT } from '../i18n/use-t.ts'
import { BulkApproval } from './approvals/bulk-approval.tsx'
import { OpenAppeals } from './pauses/open-appeals.tsx'
import { useSelection } from './use-selection.ts'
import { isNarrowed, NO_FILTER, toNarrowing, type WithdrawalFilter } from './withdrawal-filter.ts'
import { WithdrawalList } from './withdrawal-list.tsx'
import { WithdrawalTools } from './withdrawal-tools.tsx'
import classes from './withdrawals-section.module.css'

/** The withdrawals that wait for a decision or a payment, and all earlier ones. */
export function WithdrawalsSection() {
  const t = useT()
  const [filter, setFilter] = useState(NO_FILTER)
  const { status } = filter
  const narrowing = toNarrowing(filter)
  const key = JSON.stringify(narrowing)
  return (
    <section aria-labelledby="withdrawals" className={classes.section}>
      <Title order={2} {...useArrival<HTMLHeadingElement>('withdrawals')}>
        {t('admin.withdrawals')}
      </Title>
      <WithdrawalTools filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      {status === 'open' ? (
        <Stack gap="lg">
          {!isNarrowed(filter) && <OpenAppeals />}
          <PendingWithdrawals key={key} filter={filter} />
          <WithdrawalList
            key={`approved ${key}`}
            id="approved"
            query={{ ...narrowing, status: 'approved' }}
            title={t('admin.sectionApproved')}
          />
        </Stack>
      ) : (
        <WithdrawalList
          key={`${status} ${key}`}
          query={{
            ...narrowing,
            ...(status === 'held' ? { isHeld: true } : status !== 'all' && { status }),
          }}
        />
      )}
    </section>
  )
}

/** Pending withdrawals: those to review individually apart, the others also in bulk. */
function PendingWithdrawals({ filter }: { filter: WithdrawalFilter }) {
  const t = useT()
  const mayDecide = useMay('withdrawals:decide')
  const selection = useSelection()
  const pending = { ...toNarrowing(filter), status: 'pending' } as const
  const picks = mayDecide ? { selection } : {}
  return (
    <>
      <WithdrawalList
        id="flagged"
        query={{ ...pending, isFlagged: true }}
        title={t('admin.sectionFlagged')}
        isOptional
        {...picks}
      />
      <div>
        {mayDecide && (
          <BulkApproval
            picked={selection.picked}
            isForAll={!isNarrowed(filter)}
            onDone={() => selection.clear()}
          />
        )}
        <WithdrawalList
          query={{ ...pending, isFlagged: false }}
          title={t('admin.sectionPending')}
          {...picks}
        />
      </div>
    </>
  )
}
