import { createFileRoute } from '@tanstack/react-router'
import { loadWebhooks } from '../../../webhooks/load-webhooks.ts'
import { WebhooksPage } from '../../../webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/admin_/webhooks')({
  loader: loadWebhooks,
  component: WebhooksPage,
})
