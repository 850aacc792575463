import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/use-t.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'

type Props<Row> = {
  query: {
    data: { pages: Row[][] } | undefined
    isError: boolean
    isFetching: boolean
    isPaused: boolean
    isFetchNextPageError: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    refetch: () => Promise<unknown>
    fetchNextPage: () => Promise<unknown>
  }
  children: (rows: Row[]) => ReactNode
}

/** A page of rows after the other, with the faces of a list that is empty, on its way or out of reach. */
export function MoreRows<Row>({ query, children }: Props<Row>) {
  const t = useT()
  return (
    <>
      <QueryView query={query} skeleton={<Skeletons count={4} height={64} />}>
        {({ pages }) =>
          pages[0]?.length ? (
            children(pages.flat())
          ) : (
            <Panel tone="quiet">
              <EmptyState title={t('member.empty')} text={t('member.emptyText')} />
            </Panel>
          )
        }
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
          {t('members.more')}
        </Button>
      )}
    </>
  )
}
