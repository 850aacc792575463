import { adminStats, demoLogin } from '@chuma/contract/admin/admin'
import { waitingWork } from '@chuma/contract/admin/waiting'
import { getStats, listWaiting, watchWaiting } from '@chuma/core/admin/today'
import { route } from '../../meta.ts'
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
import { withdrawalProcedures } from '../payouts/withdrawals.ts'
import { premiumGrantProcedures } from '../premium/premium.ts'
import { receivableProcedures } from '../receivables/receivables.ts'
import { reportProcedures } from '../receivables/reports.ts'
import { eligibilityProcedures } from '../surveys/eligibility.ts'
import { questionnaireProcedures } from '../surveys/questionnaires.ts'
import { signOffDeskProcedures } from '../surveys/sign-offs.ts'
import { surveyOfferProcedures } from '../surveys/survey-offers.ts'
import { surveyQuotaProcedures } from '../surveys/survey-quotas.ts'
import { answerCategoryProcedures, surveyResultProcedures } from '../surveys/survey-results.ts'
import { surveyReviewProcedures } from '../surveys/survey-reviews.ts'
import { adminGamesProcedures } from '../tasks/games.ts'
import { adminTaskProcedures, proofProcedures } from '../tasks/tasks.ts'
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
  ...signOffDeskProcedures,
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
  ...withdrawalProcedures,
  ...proofProcedures,

  getDemoLogin: publicProcedure.output(demoLogin.nullable()).query(({ ctx }) => ctx.demoLogin),

  getStats: staffProcedure('stats:read')
    .meta({ rest: route('GET /admin/stats', 'Figures about members, surveys and earnings') })
    .output(adminStats)
    .query(({ ctx }) => getStats(ctx.deps)),

  listWaiting: staffProcedure('stats:read')
    .meta({
      rest: route('GET /admin/waiting', 'What waits for staff, and since when', {
        description: 'Only what the caller may read.',
      }),
    })
    .output(waitingWork)
    .query(({ ctx }) => listWaiting(ctx.deps, ctx.caller)),

  onWaitingChange: staffProcedure('stats:read').subscription(({ ctx, signal }) =>
    watchWaiting(ctx.deps, ctx.caller, { ...ctx, signal }),
  ),
})
