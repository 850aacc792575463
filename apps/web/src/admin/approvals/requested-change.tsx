import type { ApprovalRequest } from '@chuma/contract/admin/approvals/approvals'
import { lazy, Suspense } from 'react'
import { Differences } from '../audit/differences.tsx'

/** The words of the profile's questions are only loaded for a request that is about them. */
const RequestedRule = lazy(async () => ({
  default: (await import('../../surveys/eligibility/requested-rule.tsx')).RequestedRule,
}))

/** What a request would change: in words where its parts do not speak for themselves. */
export function RequestedChange({ request: { kind, before, after } }: { request: ApprovalRequest }) {
  const differences = <Differences before={before} after={after} />
  if (kind !== 'save-eligibility') return differences
  return (
    <Suspense fallback={null}>
      <RequestedRule before={before} after={after} fallback={differences} />
    </Suspense>
  )
}
