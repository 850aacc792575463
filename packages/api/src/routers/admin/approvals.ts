import * as approvals from '@chuma/contract/admin/approvals'
import * as decideApproval from '@chuma/core/admin/approvals/decide-approval'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

const params = { id: 'approvalId' }

/** Part of `admin`: changes that wait for a second person. */
export const approvalProcedures = {
  listApprovals: staffProcedure('approvals:read')
    .meta({
      rest: route(
        'GET /admin/approvals',
        'Changes that wait for a second person, and those that were decided, newest first',
        {
          description:
            'Of the kinds that the caller could ask for themselves, and their own. The next page starts `after` the last id of this one.',
        },
      ),
    })
    .input(approvals.listApprovalsInput)
    .output(z.array(approvals.approvalRequest))
    .query(({ ctx, input }) => decideApproval.listApprovals(ctx.deps, ctx.caller, input)),

  getApproval: staffProcedure('approvals:read')
    .meta({ rest: route('GET /admin/approvals/:id', 'One of these requests', { params }) })
    .input(approvals.approvalIdInput)
    .output(approvals.approvalRequest)
    .query(({ ctx, input }) => decideApproval.getApproval(ctx.deps, ctx.caller, input)),

  decideApproval: staffProcedure('approvals:decide', 'critical')
    .meta({
      rest: route('PUT /admin/approvals/:id', 'Approve or refuse what another person asked for', {
        description:
          'Approving does what was asked for, as the act of the person who asked. Needs the permission of the kind, from an account that is older than seven days.',
        errors: ['APPROVAL_STATE', 'SECRET_LOST'],
        params,
      }),
    })
    .input(approvals.decideApprovalInput)
    .output(approvals.approvalRequest)
    .mutation(({ ctx, input }) => decideApproval.decideApproval(ctx.deps, ctx.staff, input)),

  withdrawApproval: staffProcedure('approvals:decide', 'routine')
    .meta({
      rest: route('DELETE /admin/approvals/:id', 'Take back a request of one’s own', {
        errors: ['APPROVAL_STATE'],
        params,
      }),
    })
    .input(approvals.approvalIdInput)
    .output(approvals.approvalRequest)
    .mutation(({ ctx, input }) => decideApproval.withdrawApproval(ctx.deps, ctx.staff, input)),
}
