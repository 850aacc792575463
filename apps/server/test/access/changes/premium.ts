import type { createTestApp } from '../../../src/testing.ts'
import type { Boss, Change, Changes } from './change.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** Premium granted and ended, and a payment decided by staff. */
export function premiumChanges(
  testApp: TestApp,
  boss: Boss,
  onMember: (input: object) => Promise<Change>,
): Changes {
  return {
    'admin.grantPremium': () => onMember({ months: 1, reason: 'Because' }),
    'admin.endPremium': async () => {
      const { memberId } = await testApp.member({ premium: true })
      return boss({ memberId, reason: 'Because' })
    },
    'admin.decidePremiumPayment': async () =>
      boss({ id: await givenReview(testApp), decision: 'grant', note: 'Because' }),
  }
}

async function givenReview({ db, member }: TestApp) {
  const { memberId } = await member()
  const payment = { memberId, provider: 'x', mpesaNumber: '254712345678', months: 1, amountKes: 1000 }
  const { paymentId } = await db
    .insertInto('premiumPayment')
    .values({ ...payment, state: 'review', accountReference: 'PREM1', nextCheckAt: null })
    .returning('paymentId')
    .executeTakeFirstOrThrow()
  return paymentId
}
