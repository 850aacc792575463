import type { Problem } from '@chuma/contract/problems'
import type { QuotaDimension, QuotaTarget } from '@chuma/contract/surveys/quotas/quotas'

export type QuotaIssue = { level: 'error' | 'warning'; path: string; problem: Problem }
export type QuotaPlan = {
  dimensions: readonly QuotaDimension[]
  cells: readonly QuotaTarget[]
  total: number
}
