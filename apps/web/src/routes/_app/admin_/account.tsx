import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../admin/account/account-page.tsx'
import { loadAccount } from '../../../admin/account/load-account.ts'

export const Route = createFileRoute('/_app/admin_/account')({
  loader: loadAccount,
  component: AccountPage,
})
