import { lockPayment, type PaymentRef } from '@chuma/db/queries/premium/premium-payments'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { listJobNames, testEveryStep } from '../state-machine.testing.ts'
import { givenMember, readRows } from '../testing.ts'
import { movePayment, paymentMachine, payPremium } from './payments.ts'
import { createPremiumDeps, createScriptedCollector, newNumber } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

const decided = { decidedBy: 'staff:fatuma', decisionNote: 'On the statement' }

testEveryStep(db, paymentMachine, {
  given: async () => {
    const { deps } = createPremiumDeps(db, createScriptedCollector().collector)
    const member = await givenMember(db)
    const { id } = await payPremium(deps, member, { mpesaNumber: newNumber(), months: 2 })
    return { memberId: member.memberId, paymentId: id }
  },
  put: (trx, { paymentId }, state) =>
    sql`
      update premium_payment set state = ${state},
        settled_at = case when ${state} in ('paid', 'closed') then now() end
      where payment_id = ${paymentId}
    `.execute(trx),
  lock: async (trx, ref: PaymentRef) => ({ ref, payment: await lockPayment(trx, ref) }),
  move: (trx, { ref, payment }, step) => {
    const payer = { email: 'amina@example.com', timeZone: 'Africa/Nairobi' }
    return movePayment(trx, { ref, payment, payer }, { ...step, ...decided })
  },
  look: async (trx, ref) => {
    const payment = await lockPayment(trx, ref)
    const grants = await readRows(trx, 'premiumGrant', ['sourceKey', 'months'], { memberId: ref.memberId })
    const jobs = await listJobNames(trx, ref.memberId)
    return {
      state: payment.state,
      did: [
        ...grants.map(() => 'grant premium'),
        ...jobs.filter((name) => name === 'send-premium-started').map(() => 'tell member'),
      ],
      row: [payment, grants, jobs],
    }
  },
})
