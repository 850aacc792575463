/** What the addresses of the books' pages may hold: the day of a reconciliation, the open tab of the journal. */
export const BOOKS_TABS = ['balance', 'profit', 'exposure', 'cash', 'periods'] as const
export type BooksTab = (typeof BOOKS_TABS)[number]

export function readBooksTab(search: Record<string, unknown>): { tab?: BooksTab } {
  const tab = BOOKS_TABS.find((name) => name === search.tab)
  return tab ? { tab } : {}
}

/** Anything but a day chooses none. */
export function readChosenDay({ day }: Record<string, unknown>): { day?: string } {
  return typeof day === 'string' && /^2\d{3}-[01]\d-[0-3]\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? { day }
    : {}
}
