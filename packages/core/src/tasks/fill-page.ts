import type { Page } from '@chuma/contract/pages'

type Read<Row> = (page: Page) => Promise<Row[]>

/** Read more rows to replace those left out: readers take a page that is not full for the last one. */
export async function fillPage<Row extends { id: string }, Item>(
  { after, limit }: Page,
  read: Read<Row>,
  show: (row: Row) => Item | null,
): Promise<Item[]> {
  const rows = await read({ after, limit })
  const items = rows.flatMap((row) => show(row) ?? [])
  const last = rows.at(-1)
  if (!last || rows.length < limit || items.length === limit) return items
  return [...items, ...(await fillPage({ after: last.id, limit: limit - items.length }, read, show))]
}
