import { createFileRoute } from '@tanstack/react-router'
import { ClientLoginPage } from '../../clients/view/client-login-page.tsx'

export const Route = createFileRoute('/client/login')({
  component: ClientLoginPage,
})
