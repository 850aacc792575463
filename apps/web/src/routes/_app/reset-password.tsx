import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../../auth/links/reset-password-page.tsx'

export const Route = createFileRoute('/_app/reset-password')({ component: ResetPasswordPage })
