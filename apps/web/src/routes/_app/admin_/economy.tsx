import { createFileRoute } from '@tanstack/react-router'
import { EconomyPage } from '../../../admin/economy/economy-page.tsx'
import { loadEconomy } from '../../../admin/economy/load-economy.ts'

export const Route = createFileRoute('/_app/admin_/economy')({
  loader: loadEconomy,
  component: EconomyPage,
})
