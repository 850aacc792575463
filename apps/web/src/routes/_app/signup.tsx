import { createFileRoute } from '@tanstack/react-router'
import { readInvite } from '../../auth/read-invite.ts'
import { SignupPage } from './-auth/signup-page.tsx'

export const Route = createFileRoute('/_app/signup')({ validateSearch: readInvite, component: SignupPage })
