import { createFileRoute } from '@tanstack/react-router'
import { loadForAnyone } from '../../app/load.ts'
import { readInvite } from '../../app/page-search.ts'
import { SignupPage } from '../../auth/signup-page.tsx'

export const Route = createFileRoute('/_app/signup')({
  validateSearch: readInvite,
  loader: (loading) => loadForAnyone(loading, ({ wallet }) => [wallet.getTerms.prefetch()]),
  component: SignupPage,
})
