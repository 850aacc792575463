import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../../auth/login-page.tsx'
import { readInvite } from '../../referral/read-invite.ts'

export const Route = createFileRoute('/_app/login')({ validateSearch: readInvite, component: LoginPage })
