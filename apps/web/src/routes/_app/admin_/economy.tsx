import { createFileRoute } from '@tanstack/react-router'
import { EconomyPage } from '../../../admin/economy/economy-page.tsx'

export const Route = createFileRoute('/_app/admin_/economy')({ component: EconomyPage })
