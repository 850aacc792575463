import type { Deps } from '@chuma/core/deps'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { reviewHoldsOf } from '@chuma/core/payouts/holds/review-holds'
import { finance, givenWithdrawal, theOnly } from '@chuma/core/payouts/testing'
import type { Db } from '@chuma/db/client'
import { insertAccountChange } from '@chuma/db/queries/account/member-standing'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { sql } from 'kysely'
import type { Boss, Change, Changes } from './change.ts'

/** Always wait for a second person: what they leave is the request. */
export const ALWAYS_WAIT = [
  'admin.correctPayout',
  'admin.writeOffDebt',
  'admin.closePeriod',
  'admin.releaseAutomaticPayout',
  'admin.addTaxClasses',
  'admin.voidPartnerInvoice',
  'admin.writeOffPartnerInvoice',
  'admin.cancelPartnerReceipt',
  'admin.returnClientMoney',
]

let payments = 0

/** What staff change about a member, and about their decisions on one. */
export function memberChanges(deps: Deps, boss: Boss, onMember: (input: object) => Promise<Change>): Changes {
  return {
    'admin.editEarnings': () => onMember({ totalEarnings: 12.5, points: 7, reason: 'Because' }),
    'admin.setMemberRole': () => onMember({ role: 'analyst', personId: null }),
    'admin.setPersonOfMember': () => onMember({ personId: null }),
    'admin.showMemberProfile': () => onMember({}),
    'admin.addMemberNote': () => onMember({ note: 'Writes often' }),
    'admin.undoApproval': async () => {
      const { id } = await givenWithdrawal(deps.db)
      await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
      return boss({ id })
    },
    'admin.correctPayout': async () => {
      const { id } = await givenWithdrawal(deps.db, { method: 'bank' })
      await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
      await decideWithdrawal(deps, finance, {
        id,
        status: 'paid',
        adminNotes: `EFT-${++payments + 1_000_000}`,
      })
      return boss({ id, kind: 'returned', cause: 'bank', note: 'It came back', evidence: 'Row 14' })
    },
    'admin.writeOffDebt': async () => {
      const { memberId } = await givenWithdrawal(deps.db)
      await sql`select book_posting(${memberId}, 'reversal', -14, 0, 'reversals', 'x', 'Taken back', null, 1, 'system')`.execute(
        deps.db,
      )
      return boss({ memberId, points: 6, reason: 'Because' })
    },
    'admin.liftHold': async () => {
      const { id, memberId } = await givenWithdrawal(deps.db)
      await insertChangeOf(deps.db, memberId)
      await reviewHoldsOf(deps, id)
      const { holds } = await getAdminWithdrawal(deps.db, id)
      return boss({ id, holdId: theOnly(holds).id, reason: 'Called the member' })
    },
  }
}

const memberId = '00000000-0000-4000-8000-000000000000'

/** Reads that need a member. */
export const memberLooks = (
  givenMember: () => Promise<{ memberId: string }>,
): Record<string, () => Promise<object>> => ({
  'admin.getMember': async () => ({ memberId: (await givenMember()).memberId }),
  ...Object.fromEntries(
    [
      'listMemberActivity',
      'listMemberWork',
      'listMemberSessions',
      'listMemberSecurityEvents',
      'listMemberAudit',
      'listMemberNotes',
      'listMemberDestinations',
    ].map((name) => [`admin.${name}`, async () => ({ memberId })]),
  ),
})

const insertChangeOf = (db: Db, memberId: string) =>
  db.transaction().execute((trx) => insertAccountChange(trx, { memberId, kind: 'password-reset' }))
