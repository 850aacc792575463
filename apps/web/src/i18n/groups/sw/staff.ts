import { admin } from '../../messages/sw/admin.ts'
import { analytics } from '../../messages/sw/analytics.ts'
import { approvals } from '../../messages/sw/approvals.ts'
import { audit } from '../../messages/sw/audit.ts'
import { automaticPayout } from '../../messages/sw/automatic-payout.ts'
import { bankBatches } from '../../messages/sw/bank-batches.ts'
import { books } from '../../messages/sw/books.ts'
import { catalogue } from '../../messages/sw/catalogue.ts'
import { claims } from '../../messages/sw/claims.ts'
import { clientTalk } from '../../messages/sw/client-talk.ts'
import { clientTerms } from '../../messages/sw/client-terms.ts'
import { clients as clientDesk } from '../../messages/sw/clients.ts'
import { clusters } from '../../messages/sw/clusters.ts'
import { corrections } from '../../messages/sw/corrections.ts'
import { creditReviews } from '../../messages/sw/credit-reviews.ts'
import { economy } from '../../messages/sw/economy.ts'
import { economyFields } from '../../messages/sw/economy-fields.ts'
import { eligibility } from '../../messages/sw/eligibility.ts'
import { inbox } from '../../messages/sw/inbox.ts'
import { journal } from '../../messages/sw/journal.ts'
import { members } from '../../messages/sw/members.ts'
import { offers } from '../../messages/sw/offers.ts'
import { palette } from '../../messages/sw/palette.ts'
import { partners } from '../../messages/sw/partners.ts'
import { payoutQueue } from '../../messages/sw/payout-queue.ts'
import { presets } from '../../messages/sw/presets.ts'
import { proofs } from '../../messages/sw/proofs.ts'
import { questionnaire } from '../../messages/sw/questionnaire.ts'
import { quotas } from '../../messages/sw/quotas.ts'
import { receivables } from '../../messages/sw/receivables.ts'
import { results } from '../../messages/sw/results.ts'
import { reviews } from '../../messages/sw/reviews.ts'
import { secondFactor } from '../../messages/sw/second-factor.ts'
import { setUp } from '../../messages/sw/set-up.ts'
import { staff as staffPart } from '../../messages/sw/staff.ts'
import { staffHolds } from '../../messages/sw/staff-holds.ts'
import { staffPauses } from '../../messages/sw/staff-pauses.ts'
import { staffTax } from '../../messages/sw/staff-tax.ts'
import { statementDesk } from '../../messages/sw/statement-desk.ts'
import { system } from '../../messages/sw/system.ts'
import { tax } from '../../messages/sw/tax.ts'
import { today } from '../../messages/sw/today.ts'
import { webhooks } from '../../messages/sw/webhooks.ts'
import type { Translation } from '../../messages/translation.ts'
import type { staff as english } from '../en/staff.ts'

export const staff: Translation<typeof english> = {
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
