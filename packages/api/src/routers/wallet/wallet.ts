import { message } from '@chuma/contract/auth/auth'
import { transparency } from '@chuma/contract/books/transparency'
import { pageInput } from '@chuma/contract/pages'
import { activity, listActivityInput } from '@chuma/contract/wallet/activity'
import { getStatementInput, statement } from '@chuma/contract/wallet/statements'
import {
  balance,
  forgetPayoutDetailsInput,
  listTransactionsInput,
  payoutDetails,
  pointsTransaction,
  requestWithdrawalInput,
  walletTerms,
  withdrawal,
} from '@chuma/contract/wallet/wallet'
import { forgetPayoutDetails } from '@chuma/core/wallet/forget-payout-details'
import { getStatement } from '@chuma/core/wallet/get-statement'
import { getTerms } from '@chuma/core/wallet/get-terms'
import { requestWithdrawal } from '@chuma/core/wallet/request-withdrawal'
import { watchWallet } from '@chuma/core/wallet/watch-wallet'
import { listActivity } from '@chuma/db/queries/wallet/activity'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { listPayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import * as z from 'zod'
import { memberProcedure, publicProcedure, router } from '../../trpc.ts'
import { myPayoutPauseProcedures } from '../payouts/payout-pauses.ts'

export const walletRouter = router({
  ...myPayoutPauseProcedures,

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

  getStatement: memberProcedure
    .input(getStatementInput)
    .output(statement)
    .query(({ ctx, input }) => getStatement(ctx.deps, ctx.member, input)),

  getTransparency: publicProcedure.output(transparency).query(({ ctx }) => ctx.deps.transparency()),

  listWithdrawals: memberProcedure
    .input(pageInput)
    .output(z.array(withdrawal))
    .query(({ ctx, input }) => listWithdrawals(ctx.deps.db, ctx.member.memberId, input)),

  onChange: memberProcedure.subscription(({ ctx, signal }) =>
    watchWallet(ctx.deps, ctx.member, { ...ctx, signal }),
  ),

  listPayoutDetails: memberProcedure
    .output(z.array(payoutDetails))
    .query(({ ctx }) => listPayoutDetails(ctx.deps.db, ctx.member.memberId)),

  forgetPayoutDetails: memberProcedure
    .input(forgetPayoutDetailsInput)
    .output(message)
    .mutation(({ ctx, input }) => forgetPayoutDetails(ctx.deps, ctx.member, input)),

  requestWithdrawal: memberProcedure
    .input(requestWithdrawalInput)
    .output(withdrawal)
    .mutation(({ ctx, input }) =>
      requestWithdrawal(ctx.deps, ctx.member, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),
})
