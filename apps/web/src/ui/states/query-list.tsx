import type { ComponentProps, ReactNode } from 'react'
import blocks from '../blocks.module.css'
import { QueryView, Skeletons } from './states.tsx'

type RowListProps<Row> = {
  rows: readonly Row[]
  /** Names the list for those who do not see it. */
  label: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** A row's `<li>`, with its key. */
  children: (row: Row) => ReactNode
}

/** A list, or what is said where there is nothing. */
export function RowList<Row>({ rows, label, empty, children }: RowListProps<Row>) {
  if (rows.length === 0) return empty
  return (
    <ul className={blocks.list} aria-label={label}>
      {rows.map((row) => children(row))}
    </ul>
  )
}

type QueryListProps<Row> = Omit<RowListProps<Row>, 'rows'> & {
  query: ComponentProps<typeof QueryView<readonly Row[]>>['query']
  /** Of a row while it loads, in pixels. */
  rowHeight: number
  /** How many rows it seems to have while it loads. */
  skeletons?: number
}

/** A query's rows, with its loading, failed and empty states. */
export function QueryList<Row>({ query, rowHeight, skeletons = 1, ...list }: QueryListProps<Row>) {
  return (
    <QueryView query={query} skeleton={<Skeletons count={skeletons} height={rowHeight} />}>
      {(rows) => <RowList rows={rows} {...list} />}
    </QueryView>
  )
}
