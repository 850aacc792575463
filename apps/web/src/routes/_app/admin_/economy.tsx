import { createFileRoute } from '@tanstack/react-router'
import { EconomyPage } from '../../../admin/economy/economy-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/economy')({
  staticData: { opensWith: 'admin.getEconomy' },
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [admin.getEconomy.prefetch(undefined, { gcTime: 0 })]),
  component: EconomyPage,
})
