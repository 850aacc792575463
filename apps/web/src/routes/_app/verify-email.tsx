import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from './-auth/verify-email-page.tsx'

export const Route = createFileRoute('/_app/verify-email')({
  validateSearch: ({ email }: Record<string, unknown>): { email?: string } =>
    typeof email === 'string' && email ? { email } : {},
  component: VerifyEmail,
})

function VerifyEmail() {
  return <VerifyEmailPage knownEmail={Route.useSearch().email} />
}
