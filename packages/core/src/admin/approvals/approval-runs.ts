import { setMemberRoleInput } from '@chuma/contract/account/member-standing'
import { editEarningsInput } from '@chuma/contract/account/members'
import { decideWithdrawalInput } from '@chuma/contract/admin/admin'
import type { ApprovalKind } from '@chuma/contract/admin/approvals/approval-kinds'
import { chooseEconomyPresetInput } from '@chuma/contract/admin/economy/describe-economy-choice'
import { changeEconomyInput } from '@chuma/contract/admin/economy/economy'
import { setPersonOfMemberInput, setPersonOfStaffInput } from '@chuma/contract/admin/people'
import { createStaffInput, setStaffRoleInput, staffIdInput } from '@chuma/contract/admin/staff'
import { closePeriodInput } from '@chuma/contract/books/journal-reports'
import { addTaxClassesInput } from '@chuma/contract/books/tax'
import {
  bookClientReceiptInput,
  openClientOrderInput,
  returnClientMoneyInput,
} from '@chuma/contract/clients/client-budget'
import { decideClientDisputeInput } from '@chuma/contract/clients/client-disputes'
import { createClientQuoteInput } from '@chuma/contract/clients/client-quotes'
import { clientIdInput } from '@chuma/contract/clients/clients'
import { decideCreditReviewInput } from '@chuma/contract/partners/credit-reviews'
import { createPartnerInput, decideClaimInput, updatePartnerInput } from '@chuma/contract/partners/partners'
import { releaseAutomaticInput } from '@chuma/contract/payouts/automatic-payouts'
import { cancelBankBatchInput } from '@chuma/contract/payouts/bank-batches'
import { correctPayoutInput } from '@chuma/contract/payouts/corrections'
import { writeOffDebtInput } from '@chuma/contract/payouts/debts'
import { grantPremiumInput } from '@chuma/contract/premium/premium'
import { bookReceiptInput, takeBackInput } from '@chuma/contract/receivables/invoices'
import { saveEligibilityInput } from '@chuma/contract/surveys/eligibility/eligibility'
import { decideSurveyReviewInput } from '@chuma/contract/surveys/reviews'
import { createSurveyInput, updateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { createTaskInput, updateTaskInput } from '@chuma/contract/tasks/admin-tasks'
import { decideProofInput } from '@chuma/contract/tasks/tasks'
import * as z from 'zod'
import { editEarnings } from '../../account/members/edit-earnings.ts'
import { setMemberRole } from '../../account/members/set-member-role.ts'
import { closePeriod } from '../../books/journal/close-period.ts'
import { addTaxClasses } from '../../books/tax/add-tax-classes.ts'
import { bookClientReceipt, returnClientMoney } from '../../clients/budget/book-client-money.ts'
import { openClientOrder } from '../../clients/budget/open-client-order.ts'
import { decideClientDispute } from '../../clients/disputes/decide-client-dispute.ts'
import { resetClientUser } from '../../clients/factor/reset-client-user.ts'
import { createClientQuote } from '../../clients/quotes/create-client-quote.ts'
import type { Deps } from '../../deps.ts'
import { decideClaim } from '../../partners/claims/decide-claim.ts'
import { createPartner } from '../../partners/create-partner.ts'
import { decideCreditReview } from '../../partners/reviews/decide-credit-review.ts'
import { updatePartner } from '../../partners/update-partner.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { releaseAutomaticPayout } from '../../payouts/automatic/release-automatic-payout.ts'
import { cancelBankBatch } from '../../payouts/batches/cancel-batch.ts'
import { correctPayout } from '../../payouts/corrections/correct-payout.ts'
import { writeOffDebt } from '../../payouts/debts/write-off-debt.ts'
import { grantPremium } from '../../premium/grant-premium.ts'
import { voidInvoice, writeOffInvoice } from '../../receivables/invoices/take-back-invoice.ts'
import { bookReceipt } from '../../receivables/receipts/book-receipt.ts'
import { cancelReceipt } from '../../receivables/receipts/cancel-receipt.ts'
import { saveEligibility } from '../../surveys/eligibility/save-eligibility.ts'
import { createSurvey } from '../../surveys/offers/create-survey.ts'
import { updateSurvey } from '../../surveys/offers/update-survey.ts'
import { decideReview } from '../../surveys/reviews/decide-review.ts'
import { createTask } from '../../tasks/catalogue/create-task.ts'
import { updateTask } from '../../tasks/catalogue/update-task.ts'
import { decideProof } from '../../tasks/proofs/decide-proof.ts'
import { changeEconomy } from '../economy/change-economy.ts'
import { chooseEconomyPreset } from '../economy/choose-economy-preset.ts'
import { addApiKey, waitingApiKey } from '../keys/create-api-key.ts'
import { setPersonOfMember } from '../people/set-person-of-member.ts'
import { setPersonOfStaff } from '../people/set-person-of-staff.ts'
import { createIssued } from '../staff/create-staff.ts'
import { enableStaff } from '../staff/enable-staff.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { resetIssued } from '../staff/reset-staff.ts'
import { setStaffRole } from '../staff/set-staff-role.ts'
import { openPayload } from './seal-payload.ts'

type Run = (deps: Deps, actor: StaffActor, payload: unknown) => Promise<unknown>

/** A use case with its input's schema: a payload that this version would not accept any more is not run. */
const run =
  <Input>(
    schema: z.ZodType<Input>,
    useCase: (deps: Deps, actor: StaffActor, input: Input) => Promise<unknown>,
  ): Run =>
  (deps, actor, payload) =>
    useCase(deps, actor, schema.parse(openPayload(deps.secrets, payload)))

/** The hash of a generated password, which was shown to the person who asked. */
const issued = { passwordHash: z.string() }

/** The use case of each kind. */
export const approvalRuns: Record<ApprovalKind, Run> = {
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
