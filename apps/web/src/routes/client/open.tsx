import { createFileRoute } from '@tanstack/react-router'
import { OpenLinkPage } from '../../clients/view/open-link-page.tsx'

export const Route = createFileRoute('/client/open')({
  component: OpenLinkPage,
})
