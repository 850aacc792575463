import { createFileRoute } from '@tanstack/react-router'
import { readBooksTab } from '../../../app/page-search.ts'
import { BooksPage } from '../../../books/journal/books-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/books')({
  staticData: { opensWith: 'admin.getTrialBalance' },
  // The address holds the tab, so that it can be shared.
  validateSearch: readBooksTab,
  loader: (loading) => loadForStaff(loading, ({ admin }) => [admin.getTrialBalance.prefetch({})]),
  component: BooksRoute,
})

function BooksRoute() {
  const { tab } = readBooksTab(Route.useSearch())
  return <BooksPage tab={tab} />
}
