import {
  adminStats,
  adminWithdrawal,
  decideWithdrawalInput,
  demoLogin,
  listWithdrawalsInput,
} from '@chuma/contract/admin'
import { adminProof, decideProofInput, listProofsInput } from '@chuma/contract/tasks'
import { withdrawalIdInput } from '@chuma/contract/wallet'
import { decideProof } from '@chuma/core/admin/decide-proof'
import { decideWithdrawal } from '@chuma/core/admin/decide-withdrawal'
import { listProofs } from '@chuma/core/admin/list-proofs'
import { retryPayout } from '@chuma/core/admin/retry-payout'
import { undoApproval } from '@chuma/core/admin/undo-approval'
import { watchWithdrawals } from '@chuma/core/admin/watch-withdrawals'
import { getAdminStats, listAdminWithdrawals } from '@chuma/db/queries/admin'
import * as z from 'zod'
import { publicProcedure, router, staffProcedure } from '../trpc.ts'
import { adminGamesProcedures } from './admin-games.ts'
import { adminTaskProcedures } from './admin-tasks.ts'
import { analyticsProcedures } from './analytics.ts'
import { apiKeyProcedures } from './api-keys.ts'
import { bookProcedures } from './books.ts'
import { economyProcedures } from './economy.ts'
import { inboxProcedures } from './inbox.ts'
import { memberStandingProcedures } from './member-standing.ts'
import { memberProcedures } from './members.ts'
import { paletteProcedures } from './palette.ts'
import { payoutPauseProcedures } from './payout-pauses.ts'
import { payoutQueueProcedures } from './payout-queue.ts'
import { premiumGrantProcedures } from './premium-grants.ts'
import { staffProcedures } from './staff.ts'
import { staffAccountProcedures } from './staff-account.ts'
import { surveyOfferProcedures } from './survey-offers.ts'
import { systemProcedures } from './system.ts'

export const adminRouter = router({
  ...staffAccountProcedures,
  ...staffProcedures,
  ...apiKeyProcedures,
  ...memberProcedures,
  ...memberStandingProcedures,
  ...payoutQueueProcedures,
  ...bookProcedures,
  ...adminGamesProcedures,
  ...adminTaskProcedures,
  ...analyticsProcedures,
  ...payoutPauseProcedures,
  ...premiumGrantProcedures,
  ...economyProcedures,
  ...systemProcedures,
  ...surveyOfferProcedures,
  ...inboxProcedures,
  ...paletteProcedures,

  getDemoLogin: publicProcedure.output(demoLogin.nullable()).query(({ ctx }) => ctx.demoLogin),

  getStats: staffProcedure('stats:read')
    .output(adminStats)
    .query(({ ctx }) => getAdminStats(ctx.deps.db)),

  listWithdrawals: staffProcedure('withdrawals:read')
    .input(listWithdrawalsInput)
    .output(z.array(adminWithdrawal))
    .query(({ ctx, input }) => listAdminWithdrawals(ctx.deps.db, input)),

  onWithdrawalsChange: staffProcedure('withdrawals:read').subscription(({ ctx, signal }) =>
    watchWithdrawals(ctx.deps, ctx.caller, { ...ctx, signal }),
  ),

  decideWithdrawal: staffProcedure('withdrawals:decide')
    .input(decideWithdrawalInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => decideWithdrawal(ctx.deps, ctx.staff, input)),

  retryPayout: staffProcedure('withdrawals:decide')
    .input(withdrawalIdInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => retryPayout(ctx.deps, ctx.staff, input)),

  undoApproval: staffProcedure('withdrawals:decide')
    .input(withdrawalIdInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => undoApproval(ctx.deps, ctx.staff, input)),

  listProofs: staffProcedure('proofs:read')
    .input(listProofsInput)
    .output(z.array(adminProof))
    .query(({ ctx, input }) => listProofs(ctx.deps, input)),

  decideProof: staffProcedure('proofs:decide')
    .input(decideProofInput)
    .output(adminProof)
    .mutation(({ ctx, input }) => decideProof(ctx.deps, ctx.staff, input)),
})
