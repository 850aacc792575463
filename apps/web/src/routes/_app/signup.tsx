import { createFileRoute } from '@tanstack/react-router'
import { SignupPage } from './-auth/signup-page.tsx'

export const Route = createFileRoute('/_app/signup')({ component: SignupPage })
