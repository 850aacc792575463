import { Button, type MantineSpacing, Text, VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

type Cursor = string | number
/** What a call asks for: a page, and where it starts. */
export type KeysetPage<Place extends Cursor> = { limit: number; after?: Place; before?: Place }

type Keyset<Row, Place extends Cursor, Answer> = {
  /** tRPC's key of the call, so that invalidating the call invalidates the list too; then what filters the list. */
  key: readonly unknown[]
  size: number
  load: (page: KeysetPage<Place>, signal: AbortSignal) => Promise<Answer>
  /** The next page starts behind the last row of a full page. */
  cursorOf: (row: Row) => Place
  /** What the call names the cursor. */
  cursor?: 'after' | 'before'
}
type WithRows<Row, Answer> = { rowsOf: (answer: Answer) => readonly Row[] }

type PagesOptions<Answer, Place extends Cursor> = {
  queryKey: readonly unknown[]
  queryFn: (context: { pageParam: Place | null; signal: AbortSignal }) => Promise<Answer>
  initialPageParam: Place | null
  getNextPageParam: (answer: Answer) => Place | null
}

/**
 * Options for `useInfiniteQuery`, and for a loader, of a list that loads page by page. tRPC's own infinite query
 * requires an input named `cursor`.
 */
export function keysetPages<Row, Place extends Cursor>(
  list: Keyset<Row, Place, Row[]>,
): PagesOptions<Row[], Place>
/** The same for answers that hold more than rows. */
export function keysetPages<Row, Place extends Cursor, Answer>(
  list: Keyset<Row, Place, Answer> & WithRows<Row, Answer>,
): PagesOptions<Answer, Place>
export function keysetPages<Row, Place extends Cursor, Answer extends readonly Row[]>(
  list: Keyset<Row, Place, Answer> & Partial<WithRows<Row, Answer>>,
): PagesOptions<Answer, Place> {
  const { key, size, load, cursorOf, cursor = 'after', rowsOf = (answer) => answer } = list
  return {
    queryKey: [...key, 'all'],
    queryFn: ({ pageParam, signal }) =>
      load({ limit: size, ...(pageParam !== null && { [cursor]: pageParam }) }, signal),
    initialPageParam: null,
    getNextPageParam: (answer) => {
      const rows = rowsOf(answer)
      const last = rows.at(-1)
      return last === undefined || rows.length < size ? null : cursorOf(last)
    },
  }
}

export type PagedQuery = {
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

type LoadMoreProps = {
  query: PagedQuery
  /** Names what comes next. */
  label?: string
  failure?: string
  mt?: MantineSpacing
}

/** The button below a list that loads its next page, and what it says when that fails. */
export function LoadMore({ query, label, failure, mt }: LoadMoreProps) {
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

type ResultCountProps = {
  /** Undefined while loading. */
  count: number | undefined
}

/** Announces the number of results to screen readers. Rendered outside the list, so that it stays mounted. */
export function ResultCount({ count }: ResultCountProps) {
  const t = useT()
  return <VisuallyHidden role="status">{count !== undefined && t('list.found', { count })}</VisuallyHidden>
}
