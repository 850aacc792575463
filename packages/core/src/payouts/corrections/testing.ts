import { correctPayoutInput } from '@chuma/contract/payouts/destinations'
import type { Db } from '@chuma/db/client'
import { expect } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { correctPayout } from '../../books/corrections.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { createMailCapture, readRows } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { createPayoutDeps, givenWithdrawal, newReceipt, runJobs } from '../testing.ts'

type Input = Record<string, unknown>

export const returned = (id: string, more: Input = {}) => ({
  id,
  kind: 'returned',
  cause: 'bank',
  note: 'The bank did not know the account.',
  evidence: 'Row 14 of the statement of 26 November',
  ...more,
})
export const late = (id: string, receipt: string) => ({
  id,
  kind: 'late',
  receipt,
  evidence: 'Statement, row 3',
})
export const twice = (id: string, receipt: string, more: Input = {}) => ({
  id,
  kind: 'duplicate',
  receipt,
  evidence: 'Statement, rows 3 and 4',
  ...more,
})

let numbers = 0

/** Two people who book corrections: one asks, the other approves. */
export async function openDesk(db: Db) {
  const { mail, sent: mails } = createMailCapture()
  const deps = createPayoutDeps(db, null, { mail })
  const amina = (await givenSettled(deps, { role: 'finance' })).actor
  const brian = (await givenSettled(deps, { role: 'finance' })).actor
  const ask = (input: Input) => correctPayout(deps, amina, correctPayoutInput.parse(input))
  const confirm = (approvalId: string) =>
    decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
  const decide = (id: string, status: 'approved' | 'paid' | 'rejected', adminNotes = '') =>
    decideWithdrawal(deps, amina, { id, status, adminNotes })
  const givenOwn = () => givenWithdrawal(db, { mpesaNumber: `2547113${String(++numbers).padStart(5, '0')}` })
  return {
    deps,
    mails,
    amina,
    brian,
    ask,
    confirm,
    decide,
    correct: async (input: Input) => confirm((await pendingOf(ask(input))).approvalId),
    givenOwn,
    givenPaid: async () => {
      const given = await givenOwn()
      const receipt = newReceipt()
      await decide(given.id, 'approved')
      await decide(given.id, 'paid', receipt)
      await runJobs(deps)
      return { ...given, receipt }
    },
    givenRejected: async () => {
      const given = await givenOwn()
      await decide(given.id, 'rejected', 'The name differs')
      await runJobs(deps)
      return given
    },
    listPostings: async (memberId: string) =>
      (await readRows(db, 'posting', ['kind', 'availableDelta'], { memberId }, 'seq')).map(
        ({ kind, availableDelta }) => `${kind} ${availableDelta}`,
      ),
    verify: async () => expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] }),
  }
}
