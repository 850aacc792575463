import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../app/load.ts'
import { WebhooksPage } from '../../../webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/admin_/webhooks')({
  loader: (context) => loadForStaff(context, ({ webhooks }) => [webhooks.listWebhooks.prefetch()]),
  component: WebhooksPage,
})
