import { createFileRoute } from '@tanstack/react-router'
import { DebtsPage } from '../../../payouts/debts/debts-page.tsx'
import { loadDebts } from '../../../payouts/debts/load-debts.ts'

export const Route = createFileRoute('/_app/admin_/debts')({ loader: loadDebts, component: DebtsPage })
