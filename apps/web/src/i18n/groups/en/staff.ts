import { admin } from '../../messages/en/admin.ts'
import { analytics } from '../../messages/en/analytics.ts'
import { approvals } from '../../messages/en/approvals.ts'
import { audit } from '../../messages/en/audit.ts'
import { automaticPayout } from '../../messages/en/automatic-payout.ts'
import { bankBatches } from '../../messages/en/bank-batches.ts'
import { books } from '../../messages/en/books.ts'
import { catalogue } from '../../messages/en/catalogue.ts'
import { claims } from '../../messages/en/claims.ts'
import { clientTalk } from '../../messages/en/client-talk.ts'
import { clientTerms } from '../../messages/en/client-terms.ts'
import { clients as clientDesk } from '../../messages/en/clients.ts'
import { clusters } from '../../messages/en/clusters.ts'
import { corrections } from '../../messages/en/corrections.ts'
import { creditReviews } from '../../messages/en/credit-reviews.ts'
import { economy } from '../../messages/en/economy.ts'
import { economyFields } from '../../messages/en/economy-fields.ts'
import { eligibility } from '../../messages/en/eligibility.ts'
import { inbox } from '../../messages/en/inbox.ts'
import { journal } from '../../messages/en/journal.ts'
import { members } from '../../messages/en/members.ts'
import { offers } from '../../messages/en/offers.ts'
import { palette } from '../../messages/en/palette.ts'
import { partners } from '../../messages/en/partners.ts'
import { payoutQueue } from '../../messages/en/payout-queue.ts'
import { presets } from '../../messages/en/presets.ts'
import { proofs } from '../../messages/en/proofs.ts'
import { questionnaire } from '../../messages/en/questionnaire.ts'
import { quotas } from '../../messages/en/quotas.ts'
import { receivables } from '../../messages/en/receivables.ts'
import { results } from '../../messages/en/results.ts'
import { reviews } from '../../messages/en/reviews.ts'
import { secondFactor } from '../../messages/en/second-factor.ts'
import { setUp } from '../../messages/en/set-up.ts'
import { staff as staffPart } from '../../messages/en/staff.ts'
import { staffHolds } from '../../messages/en/staff-holds.ts'
import { staffPauses } from '../../messages/en/staff-pauses.ts'
import { staffTax } from '../../messages/en/staff-tax.ts'
import { statementDesk } from '../../messages/en/statement-desk.ts'
import { system } from '../../messages/en/system.ts'
import { tax } from '../../messages/en/tax.ts'
import { today } from '../../messages/en/today.ts'
import { webhooks } from '../../messages/en/webhooks.ts'

/** The staff pages. */
export const staff = {
  ...eligibility,
  ...admin,
  ...analytics,
  ...audit,
  ...automaticPayout,
  ...bankBatches,
  ...books,
  ...catalogue,
  ...approvals,
  ...claims,
  ...clientDesk,
  ...clientTerms,
  ...clientTalk,
  ...clusters,
  ...corrections,
  ...creditReviews,
  ...economy,
  ...economyFields,
  ...inbox,
  ...journal,
  ...members,
  ...offers,
  ...palette,
  ...partners,
  ...payoutQueue,
  ...presets,
  ...setUp,
  ...proofs,
  ...questionnaire,
  ...receivables,
  ...quotas,
  ...results,
  ...reviews,
  ...secondFactor,
  ...staffPart,
  ...staffHolds,
  ...staffPauses,
  ...staffTax,
  ...tax,
  ...statementDesk,
  ...system,
  ...today,
  ...webhooks,
}
