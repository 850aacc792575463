import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from '../../auth/links/verify-email-page.tsx'

export const Route = createFileRoute('/_app/verify-email')({
  // Undefined and not left out: the router would hand on what the address holds.
  validateSearch: ({ email }: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof email === 'string' && email ? email : undefined,
  }),
  component: VerifyEmail,
})

function VerifyEmail() {
  return <VerifyEmailPage knownEmail={Route.useSearch().email} />
}
