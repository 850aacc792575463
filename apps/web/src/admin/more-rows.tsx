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
  /** Stands in the place of a list without rows. */
  empty?: ReactNode
  /** Names what comes next. */
  more?: string
  children: (rows: Row[]) => ReactNode
}

/** A page of rows after the other, with the faces of a list that is empty, on its way or out of reach. */
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
