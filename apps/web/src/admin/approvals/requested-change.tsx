import type { ApprovalRequest } from '@chuma/contract/admin/approvals/approvals'
import { lazy, Suspense } from 'react'
import { FewMembers } from '../../surveys/eligibility/few-members.tsx'
import blocks from '../../ui/blocks.module.css'
import { Differences } from '../audit/differences.tsx'

/** The words of the profile's questions are only loaded for a request that is about them. */
const RequestedRule = lazy(async () => ({
  default: (await import('../../surveys/eligibility/requested-rule.tsx')).RequestedRule,
}))

/** What a request would change: in words where its parts do not speak for themselves. */
export function RequestedChange({ request: { kind, before, after } }: { request: ApprovalRequest }) {
  const differences = <Differences before={before} after={after} />
  if (kind === 'save-eligibility') {
    return (
      <Suspense fallback={null}>
        <RequestedRule before={before} after={after} fallback={differences} />
      </Suspense>
    )
  }
  const { members, ...rest } = typeof after === 'object' && !Array.isArray(after) ? { ...after } : {}
  const isFew = kind.endsWith('-survey') && (members === null || typeof members === 'number')
  if (!isFew) return differences
  return (
    <>
      <Differences before={before} after={rest} />
      <p className={blocks.flush}>
        <FewMembers members={members} />
      </p>
    </>
  )
}
