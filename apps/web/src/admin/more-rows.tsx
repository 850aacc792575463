import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Panel } from '../ui/page/panel.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'

type Props<Row> = {
  query: {
    data: { pages: Row[][] } | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    isPaused: boolean
    isFetchNextPageError: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    refetch: () => Promise<unknown>
    fetchNextPage: () => Promise<unknown>
  }
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
      {query.isFetchNextPageError && (
        <Text c="red" role="alert">
          {t('members.moreFailed')}
        </Text>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {more ?? t('members.more')}
        </Button>
      )}
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
