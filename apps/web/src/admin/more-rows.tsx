import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Panel } from '../ui/page/panel.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { LoadMore, type PagedQuery } from '../ui/states/load-more.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'

type Props<Row> = {
  query: {
    data: { pages: Row[][] } | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    isPaused: boolean
    refetch: () => Promise<unknown>
  } & PagedQuery
  skeleton?: ReactNode
  /** Shown instead of an empty list. */
  empty?: ReactNode
  /** The label of the button that loads the next page. */
  more?: string
  children: (rows: Row[]) => ReactNode
}

/** A list that loads page by page, with its empty, loading and failed states. */
export function MoreRows<Row>({ query, skeleton, empty, more, children }: Props<Row>) {
  const t = useT()
  return (
    <>
      <QueryView query={query} skeleton={skeleton ?? <Skeletons count={4} height={64} />}>
        {({ pages }) => (pages[0]?.length ? children(pages.flat()) : (empty ?? <NothingYet />))}
      </QueryView>
      <LoadMore query={query} label={more ?? t('members.more')} failure={t('members.moreFailed')} />
    </>
  )
}

function NothingYet() {
  const t = useT()
  return (
    <Panel tone="quiet">
      <EmptyState title={t('member.empty')} text={t('member.emptyText')} />
    </Panel>
  )
}
