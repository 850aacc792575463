import { randomBytes } from 'node:crypto'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import { restoreMember, suspendMember } from '../../src/account/members.ts'
import { decideWithdrawal } from '../../src/payouts/approvals/decide-withdrawal.ts'
import { requestWithdrawal } from '../../src/payouts/withdrawals.ts'
import { type Action, answerTo } from './action.ts'
import { terms } from './catalogue.ts'
import { availableOf, book, pickFrom, refused } from './model.ts'
import { payer, staff } from './testing.ts'

type Wish = { points: number; method: 'mpesa' | 'bank'; key: string | undefined }

export function withdrawalRequest({ points, method, key }: Wish): Action {
  return {
    name: `ask for ${points} points by ${method}${key ? ` with key ${key}` : ''}`,
    isMembers: true,
    predict: (model) => {
      const request = `${points} ${method}`
      const earlier = key && model.keys.get(key)
      if (earlier) return earlier.request === request ? { points } : refused('KEY_REUSED')
      if (points < terms.minWithdrawalPoints) return refused('INVALID_INPUT')
      if (availableOf(model) < points) return refused('INSUFFICIENT_POINTS')
      if (method === 'mpesa' && points * terms.kesPerPoint > terms.mpesaMaxKes)
        return refused('INVALID_INPUT')
      if (key) model.keys.set(key, { request })
      model.withdrawals.push({ points, status: 'pending' })
      const cause = `hold of withdrawal ${model.withdrawals.length}`
      book(model, { kind: 'hold', cause, points: -points, heldPoints: points })
      return { points }
    },
    perform: (world) =>
      answerTo(async () => {
        const account = { bankName: 'Equity', accountNumber: '0123456789', accountName: 'Amina Otieno' }
        const { id, pointsToWithdraw } = await requestWithdrawal(world.deps, world.member, {
          pointsToWithdraw: points,
          ...(method === 'bank'
            ? { withdrawalMethod: 'bank', ...account }
            : { withdrawalMethod: 'mpesa', mpesaNumber: world.mpesaNumber }),
          idempotencyKey: key,
        })
        if (!world.withdrawals.includes(id)) world.withdrawals.push(id)
        return { points: pointsToWithdraw }
      }),
  }
}

type Decision = { pick: number; status: 'approved' | 'rejected' | 'paid'; note: string }

/** There is no provider: staff pay by hand. */
export function withdrawalDecision({ pick, status, note }: Decision): Action {
  return {
    name: `withdrawal ${pick} ${status}${note ? '' : ' without a note'}`,
    isPossible: ({ withdrawals }) => withdrawals.length > 0,
    predict: (model) => {
      const withdrawal = pickFrom(model.withdrawals, pick)
      const { points } = withdrawal
      const number = model.withdrawals.indexOf(withdrawal) + 1
      const isOpen = withdrawal.status === 'pending' || withdrawal.status === 'approved'
      if (status === 'rejected' && note === '' && isOpen) return refused('INVALID_INPUT')
      const from = { approved: ['pending'], rejected: ['pending', 'approved'], paid: ['approved'] }[status]
      if (!from.includes(withdrawal.status)) return refused('WITHDRAWAL_STATE')
      withdrawal.status = status
      if (status !== 'approved') {
        const isPaid = status === 'paid'
        const kind = isPaid ? 'payout' : 'release'
        const cause = `${kind} of withdrawal ${number}`
        book(model, { kind, cause, points: isPaid ? 0 : points, heldPoints: -points })
      }
      return { status }
    },
    perform: ({ deps, withdrawals }) =>
      answerTo(async () => {
        const id = pickFrom(withdrawals, pick)
        const decided = await decideWithdrawal(deps, payer, { id, status, adminNotes: note })
        return { status: decided.status }
      }),
  }
}

/** The member keeps their points, and events of partners still count. */
export function suspension(isSuspended: boolean): Action {
  return {
    name: isSuspended ? 'suspend the member' : 'restore the member',
    isPossible: (model) => model.isSuspended !== isSuspended,
    predict: (model) => {
      if (model.isSuspended === isSuspended) return refused('ACCOUNT_STATE')
      model.isSuspended = isSuspended
      return {}
    },
    perform: ({ db, deps, member }) =>
      answerTo(async () => {
        const { memberId } = member
        if (isSuspended) await suspendMember(deps, staff, { memberId, reason: 'Looked into' })
        else {
          await restoreMember(deps, staff, { memberId })
          // The suspension has ended the session.
          member.tokenHash = randomBytes(32)
          const session = { memberId, tokenHash: member.tokenHash, address: null, userAgent: null }
          await db.transaction().execute((trx) => insertSession(trx, session))
        }
        return {}
      }),
  }
}
