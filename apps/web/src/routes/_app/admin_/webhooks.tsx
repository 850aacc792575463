import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '../../../webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/admin_/webhooks')({ component: WebhooksPage })
