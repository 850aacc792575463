import { editEarningsInput, setMemberRoleInput } from '@chuma/contract/account/members'
import { decideWithdrawalInput } from '@chuma/contract/admin/admin'
import {
  APPROVAL_KINDS,
  type ApprovalKind,
  type ApprovalState,
  approvalKinds,
} from '@chuma/contract/admin/approval-kinds'
import type {
  ApprovalIdInput,
  approvalRequest,
  DecideApprovalInput,
  ListApprovalsInput,
} from '@chuma/contract/admin/approvals'
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
import { grantPremiumInput } from '@chuma/contract/premium/premium'
import { bookReceiptInput, takeBackInput } from '@chuma/contract/receivables/receivables'
import { saveEligibilityInput } from '@chuma/contract/surveys/eligibility/eligibility'
import { decideSurveyReviewInput } from '@chuma/contract/surveys/reviews'
import { createSurveyInput, updateSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { createTaskInput, decideProofInput, updateTaskInput } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import {
  clearRunsAt,
  findApproval,
  findApprovalPayload,
  listApprovals as list,
  listDueApprovals,
  lockApproval,
  type StoredApproval,
} from '@chuma/db/queries/admin/approvals'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findPersonOf } from '@chuma/db/queries/admin/people'
import * as z from 'zod'
import { setMemberRole } from '../../account/members/set-member-role.ts'
import { editEarnings } from '../../account/members.ts'
import { AppError } from '../../app-error.ts'
import { closePeriod } from '../../books/journal/read-books.ts'
import { addTaxClasses } from '../../books/tax/own-tax.ts'
import type { Caller } from '../../caller.ts'
import { bookClientReceipt, openClientOrder, returnClientMoney } from '../../clients/budget.ts'
import { decideClientDispute } from '../../clients/disputes.ts'
import { resetClientUser } from '../../clients/factor.ts'
import { createClientQuote } from '../../clients/quotes.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { decideClaim } from '../../partners/claims.ts'
import { createPartner, updatePartner } from '../../partners/partners.ts'
import { decideCreditReview } from '../../partners/reviews.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { releaseAutomaticPayout } from '../../payouts/automatic/automatic-payout.ts'
import { cancelBankBatch } from '../../payouts/batches/batches.ts'
import { correctPayout } from '../../payouts/corrections.ts'
import { writeOffDebt } from '../../payouts/debts.ts'
import { grantPremium } from '../../premium/grant-premium.ts'
import { voidInvoice, writeOffInvoice } from '../../receivables/invoices.ts'
import { bookReceipt, cancelReceipt } from '../../receivables/receipts.ts'
import { saveEligibility } from '../../surveys/eligibility.ts'
import { createSurvey, updateSurvey } from '../../surveys/offers/offers.ts'
import { decideReview } from '../../surveys/reviews.ts'
import { createTask, updateTask } from '../../tasks/catalogue.ts'
import { decideProof } from '../../tasks/proofs.ts'
import { changeEconomy, chooseEconomyPreset } from '../economy.ts'
import { addApiKey, waitingApiKey } from '../keys.ts'
import { mayNow } from '../people/find-rights.ts'
import { setPersonOfMember, setPersonOfStaff } from '../people/people.ts'
import { createIssued, enableStaff, resetIssued, setStaffRole } from '../staff/manage-staff.ts'
import { holdsPermission, requireStaff, type StaffActor } from '../staff/staff-sessions.ts'
import { isAlone, requireApprover, requireWaiting } from './find-approvers.ts'
import { openPayload } from './or-ask-another.ts'
import { moveApproval } from './transitions.ts'

type ApprovalRequest = Answer<typeof approvalRequest>

/**
 * Decide another person's request, once. Approving does what was requested, as the act of its requester.
 * @throws AppError NOT_FOUND; FORBIDDEN for one's own request, for an account that may not approve it or is too new, for
 * an API key, and if the requester may not do it any more; SECOND_FACTOR_MISSING; APPROVAL_STATE if it is no longer open
 * or its subject has changed; and what its use case refuses to both people
 */
export async function decideApproval(
  deps: Deps,
  staff: StaffActor,
  { approvalId, decision, note }: DecideApprovalInput,
): Promise<ApprovalRequest> {
  const request = await requireStored(deps, approvalId)
  const permission = approvalKinds[z.enum(APPROVAL_KINDS).parse(request.kind)]
  await requireApprover(deps, staff, { ...request, permission })
  requireWaiting(request)
  const decided = { approver: staff, note }
  if (decision === 'approve') await runApproval(deps, request, decided)
  else await endApproval(deps, approvalId, { ...decided, to: 'refused' })
  return getDecided(deps, staff, approvalId)
}

/**
 * Take back one's own request, from any account of the same person.
 * @throws AppError NOT_FOUND, FORBIDDEN for another person's, APPROVAL_STATE
 */
export async function withdrawApproval(
  deps: Pick<Deps, 'db'>,
  staff: StaffActor,
  { approvalId }: ApprovalIdInput,
): Promise<ApprovalRequest> {
  const request = await requireStored(deps, approvalId)
  if ((await findPersonOf(deps.db, staff.name)) !== request.requesterId) throw new AppError('FORBIDDEN')
  await endApproval(deps, approvalId, { to: 'withdrawn', approver: staff, note: '' })
  return getDecided(deps, staff, approvalId)
}

async function requireStored({ db }: Pick<Deps, 'db'>, approvalId: string) {
  const request = await findApprovalPayload(db, approvalId)
  if (!request) throw new AppError('NOT_FOUND')
  return request
}

async function getDecided({ db }: Pick<Deps, 'db'>, { name }: StaffActor, approvalId: string) {
  const found = await findApproval(db, { approvalId, reader: name, kinds: APPROVAL_KINDS })
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

type Decision = { approver: StaffActor | null; note: string }

/**
 * Run what a request is for, as its requester's act. The use case marks it as executed in the transaction of the change.
 * @throws AppError FORBIDDEN if the requester may not do it any more, which refuses the request; APPROVAL_STATE if it is no
 * longer open, or what it is about has changed, which ends it
 */
async function runApproval(deps: Deps, request: StoredApproval, decision: Decision): Promise<void> {
  const { approvalId, requestedBy, address, payload } = request
  const kind = z.enum(APPROVAL_KINDS).parse(request.kind)
  if (!(await mayNow(deps, requestedBy, approvalKinds[kind]))) {
    await endApproval(deps, approvalId, { ...decision, to: 'refused', note: LOST_RIGHTS })
    throw new AppError('FORBIDDEN', { why: 'requester' })
  }
  try {
    const approval = { approvalId, ...decision }
    await approvalRuns[kind](deps, { name: requestedBy, address, approval }, payload)
    const { state } = (await findApprovalPayload(deps.db, approvalId)) ?? {}
    if (state === 'waiting') throw new Error(`${kind} did not pass its approval`)
  } catch (error) {
    if (!isOutdated(error)) throw error
    await endApproval(deps, approvalId, { ...decision, to: 'outdated' })
    throw new AppError('APPROVAL_STATE', { state: 'outdated' })
  }
}

const LOST_RIGHTS = 'The requester may not do this any more'

type End = Decision & { to: ApprovalState }

/** End a waiting request without running it. */
function endApproval(
  { db }: Pick<Deps, 'db'>,
  approvalId: string,
  { to, approver, note }: End,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const request = await lockApproval(trx, approvalId)
    if (!request) throw new AppError('NOT_FOUND')
    if (to !== 'expired') requireWaiting(request)
    const decidedBy = approver?.name ?? 'system'
    await moveApproval(trx, request, {
      to,
      by: approver ? 'staff' : 'worker',
      decidedBy,
      note: note || null,
    })
    await insertAuditEntry(trx, {
      actor: decidedBy,
      action: `approval.${to}`,
      subject: `approval:${approvalId}`,
      before: { state: 'waiting' },
      after: { state: to, kind: request.kind, subject: request.subject, requestedBy: request.requestedBy },
      reason: note,
      address: approver?.address ?? null,
    })
  })
}

/** Whether a use case refused because of what has changed since the request, not because of who asks or for how long. */
function isOutdated(error: unknown): boolean {
  if (error instanceof z.ZodError) return true
  if (!(error instanceof AppError)) return false
  const { failure, status } = error
  if (failure.code === 'APPROVAL_STATE') return failure.params.state === 'outdated'
  return failure.code !== 'ECONOMY_UNCHOSEN' && [400, 404, 409].includes(status)
}

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
const approvalRuns: Record<ApprovalKind, Run> = {
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

/** List requests of the kinds that the caller could make or decide, and their own, newest first. */
export function listApprovals(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  page: ListApprovalsInput,
): Promise<ApprovalRequest[]> {
  return list(db, { ...readAs(caller), ...page })
}

/** @throws AppError NOT_FOUND, also for one that `listApprovals` leaves out */
export async function getApproval(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { approvalId }: ApprovalIdInput,
): Promise<ApprovalRequest> {
  const found = await findApproval(db, { ...readAs(caller), approvalId })
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

function readAs(caller: Caller) {
  const { name } = requireStaff(caller, 'approvals:read')
  return {
    reader: name,
    kinds: APPROVAL_KINDS.filter((kind) => holdsPermission(caller, approvalKinds[kind])),
  }
}

/**
 * Job: run the requests that nobody else could approve once their delay is over, and expire those that nobody decided. One that
 * fails delays no other.
 */
export async function settleDueApprovals(deps: Deps): Promise<void> {
  await eachAlone(deps, await listDueApprovals(deps.db), {
    name: (approvalId) => `approval ${approvalId}`,
    work: async (approvalId) => {
      try {
        await settle(deps, approvalId)
      } catch (error) {
        // Decided meanwhile, or ended because it is outdated or its requester may not do it any more.
        if (!(error instanceof AppError)) throw error
      }
    },
  })
}

async function settle(deps: Deps, approvalId: string): Promise<void> {
  const request = await findApprovalPayload(deps.db, approvalId)
  if (request?.state !== 'waiting') return
  const byItself = { approver: null, note: '' }
  if (request.isExpired) return endApproval(deps, approvalId, { ...byItself, to: 'expired' })
  const permission = approvalKinds[z.enum(APPROVAL_KINDS).parse(request.kind)]
  // Someone can decide after all, or could until a few days ago.
  if (!(await isAlone(deps, permission, request.requesterId)))
    await deps.db.transaction().execute((trx) => clearRunsAt(trx, approvalId))
  else await runApproval(deps, request, byItself)
}
