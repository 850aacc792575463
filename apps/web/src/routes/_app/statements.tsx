import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { readStatementChoice } from '../../wallet/search.ts'
import { StatementsPage } from '../../wallet/statements/statements-page.tsx'

export const Route = createFileRoute('/_app/statements')({
  // The address holds the month, so that it survives a reload and the browser's back button works.
  validateSearch: readStatementChoice,
  loaderDeps: ({ search }) => readStatementChoice(search),
  loader: (loading) =>
    loadForMember(loading, ({ wallet }) => [wallet.getStatement.prefetch(loading.deps, { staleTime: 0 })]),
  component: StatementsRoute,
})

function StatementsRoute() {
  const { month } = readStatementChoice(Route.useSearch())
  return (
    <RequireMember>
      <StatementsPage month={month} />
    </RequireMember>
  )
}
