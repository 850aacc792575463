import { createFileRoute } from '@tanstack/react-router'
import { BooksPage, loadBooks } from '../../../books/journal/books-page.tsx'
import { readBooksTab } from '../../../books/search.ts'

export const Route = createFileRoute('/_app/admin_/books')({
  // The address holds the tab, so that it can be shared.
  validateSearch: readBooksTab,
  loader: loadBooks,
  component: BooksRoute,
})

function BooksRoute() {
  const { tab } = readBooksTab(Route.useSearch())
  return <BooksPage tab={tab} />
}
