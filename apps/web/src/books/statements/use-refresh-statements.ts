import { trpc } from '../../trpc.ts'
import { useRefreshBooks } from '../use-refresh-books.ts'

/** Reload what an import or a booking changes. */
export function useRefreshStatements() {
  const { admin } = trpc.useUtils()
  const refreshBooks = useRefreshBooks()
  return () =>
    Promise.all([
      admin.listStatementRows.invalidate(),
      admin.listStatementMonths.invalidate(),
      admin.listStatementMappings.invalidate(),
      admin.listStatementCandidates.invalidate(),
      refreshBooks(),
    ])
}
