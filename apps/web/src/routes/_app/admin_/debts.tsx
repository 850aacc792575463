import { createFileRoute } from '@tanstack/react-router'
import { DebtsPage, loadDebts } from '../../../payouts/debts/debts-page.tsx'

export const Route = createFileRoute('/_app/admin_/debts')({ loader: loadDebts, component: DebtsPage })
