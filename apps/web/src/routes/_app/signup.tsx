import { createFileRoute } from '@tanstack/react-router'
import { loadSignup, SignupPage } from '../../auth/signup-page.tsx'
import { readInvite } from '../../referral/read-invite.ts'

export const Route = createFileRoute('/_app/signup')({
  validateSearch: readInvite,
  loader: loadSignup,
  component: SignupPage,
})
