import { createFileRoute } from '@tanstack/react-router'
import { AccountPage, loadAccount } from '../../../admin/account/account-page.tsx'

export const Route = createFileRoute('/_app/admin_/account')({
  loader: loadAccount,
  component: AccountPage,
})
