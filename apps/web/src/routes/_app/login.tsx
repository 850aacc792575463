import { createFileRoute } from '@tanstack/react-router'
import { readInvite } from '../../auth/read-invite.ts'
import { LoginPage } from './-auth/login-page.tsx'

export const Route = createFileRoute('/_app/login')({ validateSearch: readInvite, component: LoginPage })
