import { createFileRoute } from '@tanstack/react-router'
import { loadWebhooks, WebhooksPage } from '../../../webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/admin_/webhooks')({
  loader: loadWebhooks,
  component: WebhooksPage,
})
