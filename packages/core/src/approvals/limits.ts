import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Trx } from '@chuma/db/client'
import { lockSpending, readActor, sumActsToday } from '@chuma/db/queries/admin/approvals'
import { findOwnersRole } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { passApproval, type Wish } from './or-ask-another.ts'
import type { ApprovedBy } from './transitions.ts'

type CreditAct = { deps: Pick<Deps, 'accounts' | 'economy'>; trx: Trx; staff: StaffActor }

/** Let the points of a claim or a proof through, or stop them until a second person approves them. */
export async function passCredit(
  { deps, trx, staff }: CreditAct,
  { points, ...wish }: Omit<Wish, 'amountKes'> & { points: number },
): Promise<ApprovedBy & { amountKes: number }> {
  const terms = await deps.economy()
  const amountKes = points * terms.kesPerPoint
  const approved = await passApproval(
    trx,
    { ...wish, amountKes },
    { staff, isAboveLimit: () => exceedsDay(deps, trx, { staff, limited: 'credits', amountKes, terms }) },
  )
  return { amountKes, ...approved }
}

/** What a day's limit counts: the actions in the audit log, which say what they are worth. */
const LIMITED = {
  adjustments: {
    actions: ['member.earnings-edited', 'premium.granted'],
    owner: 'dailyAdjustmentsOwnerKes',
    others: 'dailyAdjustmentsStaffKes',
  },
  offers: {
    actions: ['create-survey', 'update-survey'],
    owner: 'dailyOffersOwnerKes',
    others: 'dailyOffersStaffKes',
  },
  tasks: {
    actions: ['task.created', 'task.updated'],
    owner: 'dailyTasksOwnerKes',
    others: 'dailyTasksStaffKes',
  },
  credits: {
    actions: [
      'proof.approved',
      'decide-claim',
      'decide-credit-review',
      'survey-review.paid',
      'client.dispute-credited',
    ],
    owner: 'dailyCreditsOwnerKes',
    others: 'dailyCreditsStaffKes',
  },
  approvals: {
    actions: ['withdrawal.approved'],
    owner: 'dailyApprovalsOwnerKes',
    others: 'dailyApprovalsStaffKes',
  },
} as const satisfies Record<
  string,
  { actions: readonly string[]; owner: keyof Economy; others: keyof Economy }
>

type Day = {
  staff: StaffActor
  /** Which limit it counts against. */
  limited: keyof typeof LIMITED
  terms: Economy
}

/**
 * Whether an act takes its person beyond what they may do alone today, from all their accounts and keys. Serialises the acts of
 * one person, after the caller has locked their subject: two at once cannot both count as the first.
 */
export async function exceedsDay(
  deps: Pick<Deps, 'accounts'>,
  trx: Trx,
  { amountKes, ...day }: Day & { amountKes: number },
): Promise<boolean> {
  if (amountKes === 0) return false
  return amountKes > (await readLeftToday(deps, trx, day))
}

/** What a person may still do alone today, in KES. Serialises the acts of one person, as `exceedsDay`. */
export async function readLeftToday(
  { accounts }: Pick<Deps, 'accounts'>,
  trx: Trx,
  { staff, limited, terms }: Day,
): Promise<number> {
  const { actions, owner, others } = LIMITED[limited]
  const actor = await readActor(trx, staff.name)
  const { personId } = actor
  if (personId) await lockSpending(trx, personId)
  const role = await findOwnersRole({ db: trx, accounts }, actor)
  const limitKes = terms[role === 'owner' ? owner : others]
  const doneKes = personId ? await sumActsToday(trx, { personId, actions }) : 0
  return limitKes - doneKes
}
