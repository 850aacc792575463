import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../../auth/links/forgot-password-page.tsx'

export const Route = createFileRoute('/_app/forgot-password')({
  // Returns undefined explicitly, or the router would keep the unvalidated value.
  validateSearch: ({ email }: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof email === 'string' && email ? email : undefined,
  }),
  component: ForgotPassword,
})

function ForgotPassword() {
  return <ForgotPasswordPage knownEmail={Route.useSearch().email} />
}
