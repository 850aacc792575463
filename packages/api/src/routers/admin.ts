import {
  adminStats,
  adminWithdrawal,
  decideWithdrawalInput,
  ledgerReport,
  listWithdrawalsInput,
  staffLoginInput,
  staffMember,
  staffSession,
} from '@chuma/contract/admin'
import { message } from '@chuma/contract/auth'
import { withdrawalIdInput } from '@chuma/contract/wallet'
import { decideWithdrawal } from '@chuma/core/admin/decide-withdrawal'
import { getStaffMember } from '@chuma/core/admin/get-staff-member'
import { logInStaff } from '@chuma/core/admin/log-in-staff'
import { logOutStaff } from '@chuma/core/admin/log-out-staff'
import { retryPayout } from '@chuma/core/admin/retry-payout'
import { verifyLedger } from '@chuma/core/admin/verify-ledger'
import { getAdminStats, listAdminWithdrawals } from '@chuma/db/queries/admin'
import * as z from 'zod'
import { publicProcedure, router, staffPersonProcedure, staffProcedure } from '../trpc.ts'

export const adminRouter = router({
  getDemoLogin: publicProcedure.output(staffLoginInput.nullable()).query(({ ctx }) => ctx.demoLogin),

  login: publicProcedure
    .input(staffLoginInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => logInStaff(ctx.deps, ctx.caller, input)),

  logout: staffPersonProcedure.output(message).mutation(({ ctx }) => logOutStaff(ctx.deps, ctx.caller)),

  getStaffMember: staffPersonProcedure.output(staffMember).query(({ ctx }) => getStaffMember(ctx.caller)),

  getStats: staffProcedure('stats:read')
    .output(adminStats)
    .query(({ ctx }) => getAdminStats(ctx.deps.db)),

  listWithdrawals: staffProcedure('withdrawals:read')
    .input(listWithdrawalsInput)
    .output(z.array(adminWithdrawal))
    .query(({ ctx, input }) => listAdminWithdrawals(ctx.deps.db, input)),

  decideWithdrawal: staffProcedure('withdrawals:decide')
    .input(decideWithdrawalInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => decideWithdrawal(ctx.deps, ctx.staff, input)),

  retryPayout: staffProcedure('withdrawals:decide')
    .input(withdrawalIdInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => retryPayout(ctx.deps, ctx.staff, input)),

  verifyLedger: staffProcedure('ledger:verify')
    .output(ledgerReport)
    .mutation(({ ctx }) => verifyLedger(ctx.deps)),
})
