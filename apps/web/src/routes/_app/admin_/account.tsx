import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../admin/account/account-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/account')({
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [admin.listSessions.prefetch(undefined, { staleTime: 0 })]),
  component: AccountPage,
})
