import { createFileRoute } from '@tanstack/react-router'
import { loadForMember } from '../../app/load.ts'
import { RequireMember } from '../../auth/sessions/require-member.tsx'
import { readTaxChoice } from '../../wallet/search.ts'
import { TaxPage } from '../../wallet/tax/tax-page.tsx'

export const Route = createFileRoute('/_app/tax')({
  // The address holds the certificate, so that it survives a reload and the browser's back button works.
  validateSearch: readTaxChoice,
  loader: (loading) => loadForMember(loading, ({ wallet }) => [wallet.getTax.prefetch()]),
  component: TaxRoute,
})

function TaxRoute() {
  const { span } = readTaxChoice(Route.useSearch())
  return (
    <RequireMember>
      <TaxPage span={span} />
    </RequireMember>
  )
}
