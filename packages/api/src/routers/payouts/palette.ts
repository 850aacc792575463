import { findWithdrawalsInput, foundWithdrawal } from '@chuma/contract/payouts/palette'
import { findWithdrawals } from '@chuma/core/payouts/approvals/find-withdrawals'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: finding a withdrawal by any of its numbers. */
export const paletteProcedures = {
  findWithdrawals: staffProcedure('withdrawals:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/withdrawals/find',
        summary: 'Find withdrawals by id, receipt or M-Pesa number',
      },
    })
    .input(findWithdrawalsInput)
    .output(z.array(foundWithdrawal))
    .query(({ ctx, input }) => findWithdrawals(ctx.deps, input)),
}
