import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../admin/account/account-page.tsx'

export const Route = createFileRoute('/_app/admin_/account')({ component: AccountPage })
