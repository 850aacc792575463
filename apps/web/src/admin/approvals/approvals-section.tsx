import { APPROVAL_STATES, type ApprovalState } from '@chuma/contract/admin/approvals/approval-kinds'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ResultCount } from '../../ui/states/result-count.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { PageTurner } from '../page-turner.tsx'
import { ApprovalRow } from './approval-row.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_APPROVALS = { limit: PAGE_SIZE, state: 'waiting' } as const

export function ApprovalsSection({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const [state, setState] = useState<ApprovalState | undefined>('waiting')
  const [after, setAfter] = useState<string>()
  const query = trpc.admin.listApprovals.useQuery(
    { limit: PAGE_SIZE, ...(state && { state }), ...(after && { after }) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <Section title={t('approvals.title')} text={t('approvals.text')}>
      <NativeSelect
        label={t('desk.filter')}
        value={state ?? ''}
        onChange={({ currentTarget }) => {
          setState(APPROVAL_STATES.find((each) => each === currentTarget.value))
          setAfter(undefined)
        }}
        data={[
          ...APPROVAL_STATES.map((each) => ({ value: each, label: t(`approvalState.${each}`) })),
          { value: '', label: t('desk.all') },
        ]}
      />
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
        {(requests) => (
          <>
            {requests.length === 0 && (
              <EmptyState art={nothingToReview} title={t('approvals.none')} text={t('approvals.noneText')} />
            )}
            <ul className={blocks.list} aria-label={t('approvals.title')}>
              {requests.map((request) => (
                <ApprovalRow key={request.id} request={request} mayDecide={mayDecide} />
              ))}
            </ul>
            <PageTurner
              isFirst={!after}
              last={requests.length === PAGE_SIZE ? requests.at(-1) : undefined}
              onTurn={setAfter}
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}
