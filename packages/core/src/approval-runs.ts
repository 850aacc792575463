import { editEarningsInput, setMemberRoleInput } from '@chuma/contract/account/members'
import type { ApprovalKind } from '@chuma/contract/admin/approval-kinds'
import { changeEconomyInput } from '@chuma/contract/admin/economy/economy'
import { chooseEconomyPresetInput } from '@chuma/contract/admin/economy/economy-presets'
import {
  createStaffInput,
  setPersonOfMemberInput,
  setPersonOfStaffInput,
  setStaffRoleInput,
  staffIdInput,
} from '@chuma/contract/admin/staff'
import { closePeriodInput } from '@chuma/contract/books/journal-reports'
import { addTaxClassesInput } from '@chuma/contract/books/tax'
import {
  bookClientReceiptInput,
  createClientQuoteInput,
  decideClientDisputeInput,
  openClientOrderInput,
  returnClientMoneyInput,
} from '@chuma/contract/clients/client-quotes'
import { clientIdInput } from '@chuma/contract/clients/clients'
import {
  createPartnerInput,
  decideClaimInput,
  decideCreditReviewInput,
  updatePartnerInput,
} from '@chuma/contract/partners/partners'
import { releaseAutomaticInput } from '@chuma/contract/payouts/automatic-payouts'
import { cancelBankBatchInput } from '@chuma/contract/payouts/bank-batches'
import { writeOffDebtInput } from '@chuma/contract/payouts/debts'
import { correctPayoutInput } from '@chuma/contract/payouts/destinations'
import { decideWithdrawalInput } from '@chuma/contract/payouts/withdrawals'
import { grantPremiumInput } from '@chuma/contract/premium/premium'
import { bookReceiptInput, takeBackInput } from '@chuma/contract/receivables/receivables'
import { saveEligibilityInput } from '@chuma/contract/surveys/eligibility/eligibility'
import { decideSurveyReviewInput } from '@chuma/contract/surveys/reviews'
import { createSurveyInput, updateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { createTaskInput, decideProofInput, updateTaskInput } from '@chuma/contract/tasks/tasks'
import * as z from 'zod'
import { changeEconomy, chooseEconomyPreset } from './admin/economy.ts'
import { addApiKey, waitingApiKey } from './admin/keys.ts'
import { setPersonOfMember, setPersonOfStaff } from './admin/people/people.ts'
import { createIssued, enableStaff, resetIssued, setStaffRole } from './admin/staff/manage-staff.ts'
import { setMemberRole } from './admin/staff/set-member-role.ts'
import { openPayload } from './approvals/or-ask-another.ts'
import { correctPayout } from './books/corrections.ts'
import { closePeriod } from './books/journal/read-books.ts'
import { addTaxClasses } from './books/tax/own-tax.ts'
import type { StaffActor } from './caller.ts'
import { bookClientReceipt, openClientOrder, returnClientMoney } from './clients/budget.ts'
import { decideClientDispute } from './clients/disputes.ts'
import { resetClientUser } from './clients/factor.ts'
import { createClientQuote } from './clients/quotes.ts'
import type { ApprovalRun, Deps } from './deps.ts'
import { decideClaim } from './partners/claims.ts'
import { createPartner, updatePartner } from './partners/partners.ts'
import { decideCreditReview } from './partners/reviews.ts'
import { decideWithdrawal } from './payouts/approvals/decide-withdrawal.ts'
import { releaseAutomaticPayout } from './payouts/automatic/automatic-payout.ts'
import { cancelBankBatch } from './payouts/batches/batches.ts'
import { writeOffDebt } from './payouts/debts.ts'
import { grantPremium } from './premium/grant-premium.ts'
import { voidInvoice, writeOffInvoice } from './receivables/invoices.ts'
import { bookReceipt, cancelReceipt } from './receivables/receipts.ts'
import { saveEligibility } from './surveys/eligibility.ts'
import { createSurvey, updateSurvey } from './surveys/offers/offers.ts'
import { decideReview } from './surveys/reviews.ts'
import { createTask, updateTask } from './tasks/catalogue.ts'
import { decideProof } from './tasks/proofs.ts'
import { editEarnings } from './wallet/edit-earnings.ts'

/** A use case with its input's schema: a payload that this version would not accept any more is not run. */
const run =
  <Input>(
    schema: z.ZodType<Input>,
    useCase: (deps: Deps, actor: StaffActor, input: Input) => Promise<unknown>,
  ): ApprovalRun =>
  (deps, actor, payload) =>
    useCase(deps, actor, schema.parse(openPayload(deps.secrets, payload)))

/** The hash of a generated password, which was shown to the person who asked. */
const issued = { passwordHash: z.string() }

/** The use case that each kind of request runs, filled here so that `admin` need not know every noun. */
export const approvalRuns: Record<ApprovalKind, ApprovalRun> = {
  'edit-earnings': run(editEarningsInput, editEarnings),
  'grant-premium': run(grantPremiumInput, grantPremium),
  'decide-withdrawal': run(decideWithdrawalInput, decideWithdrawal),
  'correct-payout': run(correctPayoutInput, correctPayout),
  'write-off-debt': run(writeOffDebtInput, writeOffDebt),
  'close-period': run(closePeriodInput, closePeriod),
  'release-automatic-payout': run(releaseAutomaticInput, releaseAutomaticPayout),
  'cancel-bank-batch': run(cancelBankBatchInput, cancelBankBatch),
  'create-survey': run(createSurveyInput, createSurvey),
  'update-survey': run(updateSurveyInput, updateSurvey),
  'save-eligibility': run(saveEligibilityInput, saveEligibility),
  'create-task': run(createTaskInput, createTask),
  'update-task': run(updateTaskInput, updateTask),
  'decide-claim': run(decideClaimInput, decideClaim),
  'decide-credit-review': run(decideCreditReviewInput, decideCreditReview),
  'book-partner-receipt': run(bookReceiptInput, bookReceipt),
  'cancel-partner-receipt': run(takeBackInput, cancelReceipt),
  'void-partner-invoice': run(takeBackInput, voidInvoice),
  'create-client-quote': run(createClientQuoteInput, createClientQuote),
  'open-client-order': run(openClientOrderInput, openClientOrder),
  'book-client-receipt': run(bookClientReceiptInput, bookClientReceipt),
  'return-client-money': run(returnClientMoneyInput, returnClientMoney),
  'decide-client-dispute': run(decideClientDisputeInput, decideClientDispute),
  'reset-client-user': run(clientIdInput, resetClientUser),
  'write-off-partner-invoice': run(takeBackInput, writeOffInvoice),
  'decide-proof': run(decideProofInput, decideProof),
  'decide-survey-review': run(decideSurveyReviewInput, decideReview),
  'change-economy': run(changeEconomyInput, changeEconomy),
  'choose-economy-preset': run(chooseEconomyPresetInput, chooseEconomyPreset),
  'add-tax-classes': run(addTaxClassesInput, addTaxClasses),
  'create-partner': run(createPartnerInput, createPartner),
  'update-partner': run(updatePartnerInput, updatePartner),
  'create-api-key': run(waitingApiKey, addApiKey),
  'create-staff': run(createStaffInput.extend(issued), createIssued),
  'reset-staff': run(staffIdInput.extend(issued), resetIssued),
  'set-staff-role': run(setStaffRoleInput, setStaffRole),
  'enable-staff': run(staffIdInput, enableStaff),
  'set-member-role': run(setMemberRoleInput, setMemberRole),
  'set-person-of-staff': run(setPersonOfStaffInput, setPersonOfStaff),
  'set-person-of-member': run(setPersonOfMemberInput, setPersonOfMember),
}
