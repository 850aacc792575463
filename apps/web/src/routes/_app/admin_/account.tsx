import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../admin/account/account-page.tsx'
import { loadForStaff } from '../../../app/load.ts'

export const Route = createFileRoute('/_app/admin_/account')({
  loader: (context) =>
    loadForStaff(context, ({ admin }) => [admin.listSessions.prefetch(undefined, { staleTime: 0 })]),
  component: AccountPage,
})
