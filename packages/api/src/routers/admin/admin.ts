import {
  adminStats,
  adminWithdrawal,
  decideWithdrawalInput,
  demoLogin,
  listWithdrawalsInput,
} from '@chuma/contract/admin/admin'
import { waitingWork } from '@chuma/contract/admin/waiting'
import { shownPayoutDetails } from '@chuma/contract/payouts/destinations'
import { adminProof, decideProofInput, listProofsInput } from '@chuma/contract/tasks/tasks'
import { withdrawalIdInput } from '@chuma/contract/wallet/wallet'
import { getStats, listWaiting, watchWaiting } from '@chuma/core/admin/today'
import { undoApproval } from '@chuma/core/payouts/approvals/approval-rules'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { listWithdrawalsFor, watchWithdrawals } from '@chuma/core/payouts/approvals/list-withdrawals'
import { retryPayout } from '@chuma/core/payouts/attempts/retry-payout'
import { showPayoutDetails } from '@chuma/core/payouts/details'
import { decideProof, listProofs } from '@chuma/core/tasks/proofs'
import * as z from 'zod'
import { publicProcedure, router, staffProcedure } from '../../trpc.ts'
import { memberProcedures, memberStandingProcedures } from '../account/members.ts'
import { bookProcedures } from '../books/books.ts'
import { journalProcedures } from '../books/journal.ts'
import { statementProcedures } from '../books/statements.ts'
import { taxProcedures } from '../books/tax.ts'
import { clientProcedures } from '../clients/clients.ts'
import { clientDisputeProcedures } from '../clients/disputes.ts'
import { clientQuoteProcedures } from '../clients/quotes.ts'
import { inboxProcedures } from '../inbox/inbox.ts'
import { automaticPayoutProcedures } from '../payouts/automatic-payouts.ts'
import { bankBatchProcedures } from '../payouts/bank-batches.ts'
import { clusterProcedures } from '../payouts/clusters.ts'
import { correctionProcedures, destinationProcedures } from '../payouts/destinations.ts'
import { payoutPauseProcedures } from '../payouts/payout-pauses.ts'
import { holdProcedures, paletteProcedures, payoutQueueProcedures } from '../payouts/payout-queue.ts'
import { premiumGrantProcedures } from '../premium/premium.ts'
import { receivableProcedures } from '../receivables/receivables.ts'
import { reportProcedures } from '../receivables/reports.ts'
import { eligibilityProcedures } from '../surveys/eligibility.ts'
import { questionnaireProcedures } from '../surveys/questionnaires.ts'
import { surveyOfferProcedures } from '../surveys/survey-offers.ts'
import { surveyQuotaProcedures } from '../surveys/survey-quotas.ts'
import { answerCategoryProcedures, surveyResultProcedures } from '../surveys/survey-results.ts'
import { surveyReviewProcedures } from '../surveys/survey-reviews.ts'
import { adminGamesProcedures } from '../tasks/games.ts'
import { adminTaskProcedures } from '../tasks/tasks.ts'
import { analyticsProcedures } from './analytics.ts'
import { approvalProcedures } from './approvals.ts'
import { economyProcedures } from './economy.ts'
import { staffProcedures } from './staff.ts'
import { apiKeyProcedures, passkeyProcedures, staffAccountProcedures } from './staff-account.ts'
import { alarmProcedures, productProcedures, setUpProcedures, systemProcedures } from './system.ts'

export const adminRouter = router({
  ...staffAccountProcedures,
  ...passkeyProcedures,
  ...staffProcedures,
  ...apiKeyProcedures,
  ...approvalProcedures,
  ...memberProcedures,
  ...memberStandingProcedures,
  ...payoutQueueProcedures,
  ...bankBatchProcedures,
  ...bookProcedures,
  ...journalProcedures,
  ...receivableProcedures,
  ...clientProcedures,
  ...clientDisputeProcedures,
  ...clientQuoteProcedures,
  ...reportProcedures,
  ...statementProcedures,
  ...taxProcedures,
  ...alarmProcedures,
  ...adminGamesProcedures,
  ...adminTaskProcedures,
  ...analyticsProcedures,
  ...destinationProcedures,
  ...payoutPauseProcedures,
  ...clusterProcedures,
  ...premiumGrantProcedures,
  ...economyProcedures,
  ...systemProcedures,
  ...productProcedures,
  ...setUpProcedures,
  ...surveyOfferProcedures,
  ...questionnaireProcedures,
  ...eligibilityProcedures,
  ...surveyQuotaProcedures,
  ...surveyReviewProcedures,
  ...surveyResultProcedures,
  ...answerCategoryProcedures,
  ...inboxProcedures,
  ...holdProcedures,
  ...correctionProcedures,
  ...automaticPayoutProcedures,
  ...paletteProcedures,

  getDemoLogin: publicProcedure.output(demoLogin.nullable()).query(({ ctx }) => ctx.demoLogin),

  getStats: staffProcedure('stats:read')
    .meta({
      rest: { method: 'GET', path: '/admin/stats', summary: 'Figures about members, surveys and earnings' },
    })
    .output(adminStats)
    .query(({ ctx }) => getStats(ctx.deps)),

  listWithdrawals: staffProcedure('withdrawals:read')
    .meta({
      // Masks the answer itself.
      showsPayoutDetails: true,
      rest: {
        method: 'GET',
        path: '/admin/withdrawals',
        summary: 'Withdrawals of all members, newest first, what is pending before the rest',
        description:
          'With `payout-details:read` numbers and accounts are in full, and every call is in the audit log. Without it they are masked, and the addresses of members too. The next page starts `after` the last id of this one.',
      },
    })
    .input(listWithdrawalsInput)
    .output(z.array(adminWithdrawal))
    .query(({ ctx: { deps, caller, isRest = false }, input }) =>
      listWithdrawalsFor(deps, { caller, isInFull: isRest }, input),
    ),

  showPayoutDetails: staffProcedure('payout-details:read', 'sensitive')
    .meta({
      showsPayoutDetails: true,
      rest: {
        method: 'POST',
        path: '/admin/withdrawals/:id/payout-details',
        summary: 'Where a withdrawal is paid, unmasked',
        description: 'Every call is in the audit log.',
        errors: ['NOT_FOUND', 'SECRET_LOST'],
      },
    })
    .input(withdrawalIdInput)
    .output(shownPayoutDetails)
    .mutation(({ ctx, input }) => showPayoutDetails(ctx.deps, ctx.staff, input)),

  listWaiting: staffProcedure('stats:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/waiting',
        summary: 'What waits for staff, and since when',
        description: 'Only what the caller may read.',
      },
    })
    .output(waitingWork)
    .query(({ ctx }) => listWaiting(ctx.deps, ctx.caller)),

  onWaitingChange: staffProcedure('stats:read').subscription(({ ctx, signal }) =>
    watchWaiting(ctx.deps, ctx.caller, { ...ctx, signal }),
  ),

  onWithdrawalsChange: staffProcedure('withdrawals:read').subscription(({ ctx, signal }) =>
    watchWithdrawals(ctx.deps, ctx.caller, { ...ctx, signal }),
  ),

  decideWithdrawal: staffProcedure('withdrawals:decide', 'routine')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/withdrawals/:id',
        summary: 'Approve, reject or mark as paid',
        description:
          "A rejection needs a reason in `adminNotes`. Answers 409 if the withdrawal's state does not allow the decision.",
        errors: ['ECONOMY_UNCHOSEN', 'NEEDS_REVIEW', 'PAYOUT_LEAVING', 'WITHDRAWAL_HELD', 'WITHDRAWAL_STATE'],
      },
    })
    .input(decideWithdrawalInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => decideWithdrawal(ctx.deps, ctx.staff, input)),

  retryPayout: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/withdrawals/:id/retry-payout',
        summary: 'Send a payout again',
        description:
          'Under a new id, and only if the last attempt definitely did not pay; otherwise answers 409.',
        errors: ['WITHDRAWAL_STATE'],
      },
    })
    .input(withdrawalIdInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => retryPayout(ctx.deps, ctx.staff, input)),

  undoApproval: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/withdrawals/:id/undo-approval',
        summary: 'Undo an approval',
        description: 'Answers 409 once the payout was sent.',
        errors: ['WITHDRAWAL_STATE'],
      },
    })
    .input(withdrawalIdInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => undoApproval(ctx.deps, ctx.staff, input)),

  listProofs: staffProcedure('proofs:read')
    .meta({ rest: { method: 'GET', path: '/admin/proofs', summary: "Members' proofs, oldest first" } })
    .input(listProofsInput)
    .output(z.array(adminProof))
    .query(({ ctx, input }) => listProofs(ctx.deps, input)),

  decideProof: staffProcedure('proofs:decide', 'routine')
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/proofs/:id',
        summary: 'Approve or reject a proof',
        description: 'A rejection needs a reason. Answers 409 if the proof is decided already.',
        errors: ['PROOF_STATE'],
      },
    })
    .input(decideProofInput)
    .output(adminProof)
    .mutation(({ ctx, input }) => decideProof(ctx.deps, ctx.staff, input)),
})
