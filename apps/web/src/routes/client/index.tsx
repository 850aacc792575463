import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../../clients/view/overview-page.tsx'

export const Route = createFileRoute('/client/')({
  component: OverviewPage,
})
