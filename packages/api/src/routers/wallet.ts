import { activity, listActivityInput } from '@chuma/contract/activity'
import {
  balance,
  listTransactionsInput,
  pointsTransaction,
  requestWithdrawalInput,
  walletTerms,
  withdrawal,
} from '@chuma/contract/wallet'
import { getTerms } from '@chuma/core/wallet/get-terms'
import { requestWithdrawal } from '@chuma/core/wallet/request-withdrawal'
import { listActivity } from '@chuma/db/queries/activity'
import { listTransactions } from '@chuma/db/queries/ledger'
import { getBalance } from '@chuma/db/queries/wallet'
import { listWithdrawals } from '@chuma/db/queries/withdrawals'
import * as z from 'zod'
import { memberProcedure, publicProcedure, router } from '../trpc.ts'

export const walletRouter = router({
  getTerms: publicProcedure.output(walletTerms).query(({ ctx }) => getTerms(ctx.deps)),

  getBalance: memberProcedure
    .output(balance)
    .query(({ ctx }) => getBalance(ctx.deps.db, ctx.member.memberId)),

  listTransactions: memberProcedure
    .input(listTransactionsInput)
    .output(z.array(pointsTransaction))
    .query(({ ctx, input }) => listTransactions(ctx.deps.db, ctx.member.memberId, input)),

  listActivity: memberProcedure
    .input(listActivityInput)
    .output(z.array(activity))
    .query(({ ctx, input }) => listActivity(ctx.deps.db, ctx.member.memberId, input)),

  listWithdrawals: memberProcedure
    .output(z.array(withdrawal))
    .query(({ ctx }) => listWithdrawals(ctx.deps.db, ctx.member.memberId)),

  requestWithdrawal: memberProcedure
    .input(requestWithdrawalInput)
    .output(withdrawal)
    .mutation(({ ctx, input }) =>
      requestWithdrawal(ctx.deps, ctx.member, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),
})
