import { createFileRoute } from '@tanstack/react-router'
import { loadForAnyone } from '../../app/load.ts'
import { VerifyEmailPage } from '../../auth/links/verify-email-page.tsx'

export const Route = createFileRoute('/_app/verify-email')({
  // Returns undefined explicitly, or the router would keep the unvalidated value.
  validateSearch: ({ email }: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof email === 'string' && email ? email : undefined,
  }),
  // The demo's mailbox.
  loader: (loading) => loadForAnyone(loading, ({ admin }) => [admin.getDemoLogin.prefetch()]),
  component: VerifyEmail,
})

function VerifyEmail() {
  return <VerifyEmailPage knownEmail={Route.useSearch().email} />
}
