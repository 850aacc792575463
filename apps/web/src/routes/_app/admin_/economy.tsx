import { createFileRoute } from '@tanstack/react-router'
import { EconomyPage, loadEconomy } from '../../../admin/economy/economy-page.tsx'

export const Route = createFileRoute('/_app/admin_/economy')({
  loader: loadEconomy,
  component: EconomyPage,
})
