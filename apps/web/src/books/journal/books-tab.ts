export const BOOKS_TABS = ['balance', 'profit', 'exposure', 'cash', 'periods'] as const
export type BooksTab = (typeof BOOKS_TABS)[number]

/** The address holds the open tab. */
export function readBooksTab(search: Record<string, unknown>): { tab?: BooksTab } {
  const tab = BOOKS_TABS.find((name) => name === search.tab)
  return tab ? { tab } : {}
}
