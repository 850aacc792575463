import type { ComponentProps, ReactNode } from 'react'
import blocks from '../ui/blocks.module.css'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { ResultCount } from '../ui/states/result-count.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { type Pages, PageTurner } from './page-turner.tsx'

type Props<Row extends { id: string }> = {
  query: Omit<ComponentProps<typeof QueryView>['query'], 'data'> & { data: readonly Row[] | undefined }
  pages: Pages
  /** Names the list for those who do not see it. */
  label: string
  /** Of a row while it loads, in pixels. */
  rowHeight: number
  /** How many rows it seems to have while it loads. */
  skeletons?: number
  /** What is said where there is nothing. */
  empty: ComponentProps<typeof EmptyState>
  /** What acts on all rows of the page; stands above them. */
  forAll?: (rows: readonly Row[]) => ReactNode
  /** A row's `<li>`, with its key. */
  children: (row: Row) => ReactNode
}

/** One page of a staff list: its rows, or why there are none, and the way to the next page. */
export function PagedList<Row extends { id: string }>(props: Props<Row>) {
  const { query, pages, label, rowHeight, skeletons = 3, empty, forAll, children } = props
  return (
    <>
      <ResultCount count={query.data?.length} />
      <QueryView query={query} skeleton={<Skeletons count={skeletons} height={rowHeight} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <>
              {forAll?.(rows)}
              <ul className={blocks.list} aria-label={label}>
                {rows.map(children)}
              </ul>
            </>
          )
        }
      </QueryView>
      <PageTurner pages={pages} rows={query.data} />
    </>
  )
}
