import type { claim, DecideClaimInput } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findClaimOfClick,
  findClaimRef,
  findCreditOfClick,
  findReviewOfClick,
  lockClaim,
} from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { lockAttempt, markCompleted } from '@chuma/db/queries/surveys/survey-attempts'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passCredit } from '../../admin/approvals/pass-credit.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../../payouts/approvals/require-another.ts'
import { canMove } from '../../state-machine.ts'
import { moveClaim } from './move-claim.ts'
import { claimMachine } from './transitions.ts'

type Claim = Answer<typeof claim>

type Click = NonNullable<Awaited<ReturnType<typeof lockClick>>>

/**
 * Grant or decline a claim, once, with a reason for the member. A granted claim pays the points promised for the click.
 * The click's lock is the same as a postback's, so a partner's late event and a claim never both pay.
 * Points above the day's limit of the
 * caller's person wait for a second person.
 * @throws AppError FORBIDDEN for one's own claim, APPROVAL_PENDING, ALREADY_DECIDED, ALREADY_CREDITED, CREDIT_IN_REVIEW while a
 * credit of the click waits for staff, INVALID_INPUT without promised or given points
 */
export async function decideClaim(deps: Deps, staff: StaffActor, input: DecideClaimInput): Promise<Claim> {
  const { id: claimId, decision, reason } = input
  return orAskAnother(deps, staff, async (deps) => {
    const ref = await findClaimRef(deps.db, claimId)
    if (!ref) throw new AppError('NOT_FOUND')
    await requireAnother(deps.db, staff, ref.memberId)
    return deps.db.transaction().execute(async (trx) => {
      const click = await lockClick(trx, ref)
      const claim = await lockClaim(trx, ref)
      if (!click || !claim) throw new AppError('NOT_FOUND')
      const step = { from: claim.state, to: decision, by: 'staff' } as const
      if (!canMove(claimMachine, step)) throw new AppError('ALREADY_DECIDED')

      const points = decision === 'credited' ? await grantPoints(trx, click, input.points) : null
      const change = { before: { state: 'open' }, after: { state: decision, points } }
      const wish = {
        kind: 'decide-claim',
        subject: `claim:${claimId}`,
        payload: input,
        ...change,
        reason,
      } as const
      const acts = points === null ? {} : await passCredit({ deps, trx, staff }, { ...wish, points })
      await moveClaim(trx, claim, { to: decision, by: 'staff', reason, points, decidedBy: staff.name })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'decide-claim',
        subject: wish.subject,
        before: change.before,
        after: { ...change.after, ...acts },
        reason,
        address: staff.address,
      })
      const decided = await findClaimOfClick(trx, ref)
      if (!decided) throw new Error(`claim ${claimId} vanished`)
      return decided
    })
  })
}

/** Check that nothing else has paid, and find the points to pay. A claim for a survey completes the survey. */
async function grantPoints(trx: Trx, click: Click, points: number | undefined): Promise<number> {
  const { memberId, surveyId } = click
  if (await findCreditOfClick(trx, click)) throw new AppError('ALREADY_CREDITED')
  if (await findReviewOfClick(trx, click)) throw new AppError('CREDIT_IN_REVIEW')
  const granted = click.points > 0 ? click.points : points
  if (granted === undefined) throw invalidField('points', 'PROMISE_MISSING')
  if (surveyId) {
    const attempt = await lockAttempt(trx, { memberId, surveyId })
    if (attempt?.status === 'completed') throw new AppError('ALREADY_CREDITED')
    if (attempt) {
      await markCompleted(trx, { memberId, surveyId, claimedCompletedAt: null, flagReasons: [] })
    }
  }
  return granted
}
