import type { Page } from '@chuma/contract/pages'
import { expect, test } from 'vitest'
import { fillPage } from './task-lists.ts'

/** Rows of which every third must be left out. */
const rows = Array.from({ length: 10 }, (_, n) => ({ id: `row ${n}`, isBad: n % 3 === 0 }))
const good = rows.filter(({ isBad }) => !isBad).map(({ id }) => id)
const read = async ({ after, limit }: Page) => {
  const from = rows.findIndex(({ id }) => id === after) + 1
  return rows.slice(from, from + limit)
}
const show = ({ id, isBad }: (typeof rows)[number]) => (isBad ? null : id)

test.each([1, 2, 3, 4, 6, 7, 10])(
  'pages of %i rows are full except the last, without gaps or duplicates',
  async (limit) => {
    const pages: string[][] = []
    let page: string[]
    do {
      page = await fillPage({ after: pages.at(-1)?.at(-1), limit }, read, show)
      pages.push(page)
    } while (page.length === limit)
    expect(pages.flat()).toEqual(good)
  },
)
