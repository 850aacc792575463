import { Button, type MantineSpacing, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

export type PagedQuery = {
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

type Props = {
  query: PagedQuery
  /** Names what comes next. */
  label?: string
  failure?: string
  mt?: MantineSpacing
}

/** The button below a list that loads its next page, and what it says when that fails. */
export function LoadMore({ query, label, failure, mt }: Props) {
  const t = useT()
  return (
    <>
      {query.isFetchNextPageError && (
        <Text c="red" role="alert">
          {failure ?? t('list.moreFailed')}
        </Text>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          {...(mt !== undefined && { mt })}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {label ?? t('list.more')}
        </Button>
      )}
    </>
  )
}
