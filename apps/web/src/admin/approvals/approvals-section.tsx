import { APPROVAL_STATES, type ApprovalState } from '@chuma/contract/admin/approvals/approval-kinds'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { FilterSelect } from '../filter-select.tsx'
import { PagedList } from '../paged-list.tsx'
import { usePages } from '../use-pages.ts'
import { ApprovalRow } from './approval-row.tsx'

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_APPROVALS = { limit: PAGE_SIZE, state: 'waiting' } as const

export function ApprovalsSection({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const [state, setState] = useState<ApprovalState | undefined>('waiting')
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listApprovals.useQuery(
    { ...pages.input, ...(state && { state }) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <Section title={t('approvals.title')} text={t('approvals.text')}>
      <FilterSelect
        values={APPROVAL_STATES}
        describe={(each) => t(`approvalState.${each}`)}
        value={state}
        onChange={(chosen) => {
          setState(chosen)
          pages.turn()
        }}
      />
      <PagedList
        query={query}
        pages={pages}
        label={t('approvals.title')}
        rowHeight={120}
        empty={{ art: nothingToReview, title: t('approvals.none'), text: t('approvals.noneText') }}
      >
        {(request) => <ApprovalRow key={request.id} request={request} mayDecide={mayDecide} />}
      </PagedList>
    </Section>
  )
}
