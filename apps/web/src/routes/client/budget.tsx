import { createFileRoute } from '@tanstack/react-router'
import { BudgetPage } from '../../clients/view/budget-page.tsx'

export const Route = createFileRoute('/client/budget')({
  component: BudgetPage,
})
