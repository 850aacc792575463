import { APPROVAL_KINDS, approvalKinds } from '@chuma/contract/admin/approvals/approval-kinds'
import { clearRunsAt, findApprovalPayload, listDueApprovals } from '@chuma/db/queries/admin/approvals'
import * as z from 'zod'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { isAlone } from './find-approvers.ts'
import { endApproval, runApproval } from './run-approval.ts'

/**
 * Job: run the requests that nobody else could approve once their delay is over, and expire those that nobody decided. One that
 * fails delays no other.
 */
export async function settleDueApprovals(deps: Deps): Promise<void> {
  await eachAlone(deps, await listDueApprovals(deps.db), {
    name: (approvalId) => `approval ${approvalId}`,
    work: async (approvalId) => {
      try {
        await settle(deps, approvalId)
      } catch (error) {
        // Decided meanwhile, or ended because it is outdated or its requester may not do it any more.
        if (!(error instanceof AppError)) throw error
      }
    },
  })
}

async function settle(deps: Deps, approvalId: string): Promise<void> {
  const request = await findApprovalPayload(deps.db, approvalId)
  if (request?.state !== 'waiting') return
  const byItself = { approver: null, note: '' }
  if (request.isExpired) return endApproval(deps, approvalId, { ...byItself, to: 'expired' })
  const permission = approvalKinds[z.enum(APPROVAL_KINDS).parse(request.kind)]
  // Someone can decide after all, or could until a few days ago.
  if (!(await isAlone(deps, permission, request.requesterId)))
    await deps.db.transaction().execute((trx) => clearRunsAt(trx, approvalId))
  else await runApproval(deps, request, byItself)
}
