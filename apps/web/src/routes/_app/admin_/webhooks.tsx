import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../ui/frame/access.ts'
import { WebhooksPage } from '../../../webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/admin_/webhooks')({
  staticData: { opensWith: 'webhooks.listWebhooks' },
  loader: (loading) => loadForStaff(loading, ({ webhooks }) => [webhooks.listWebhooks.prefetch()]),
  component: WebhooksPage,
})
