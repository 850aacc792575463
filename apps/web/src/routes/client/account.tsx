import { createFileRoute } from '@tanstack/react-router'
import { ClientAccountPage } from '../../clients/view/account-page.tsx'

export const Route = createFileRoute('/client/account')({
  component: ClientAccountPage,
})
