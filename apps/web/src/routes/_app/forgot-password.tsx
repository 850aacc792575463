import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from './-auth/forgot-password-page.tsx'

export const Route = createFileRoute('/_app/forgot-password')({
  validateSearch: ({ email }: Record<string, unknown>): { email?: string } =>
    typeof email === 'string' && email ? { email } : {},
  component: ForgotPassword,
})

function ForgotPassword() {
  return <ForgotPasswordPage knownEmail={Route.useSearch().email} />
}
