import { createFileRoute } from '@tanstack/react-router'
import { EconomyPage } from '../../../admin/economy/economy-page.tsx'
import { loadForStaff } from '../../../app/load.ts'

export const Route = createFileRoute('/_app/admin_/economy')({
  loader: (context) =>
    loadForStaff(context, ({ admin }) => [admin.getEconomy.prefetch(undefined, { gcTime: 0 })]),
  component: EconomyPage,
})
