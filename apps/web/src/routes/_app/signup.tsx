import { createFileRoute } from '@tanstack/react-router'
import { SignupPage } from '../../auth/signup-page.tsx'
import { readInvite } from '../../referral/read-invite.ts'

export const Route = createFileRoute('/_app/signup')({ validateSearch: readInvite, component: SignupPage })
