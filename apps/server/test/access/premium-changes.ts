import type { createTestApp } from '../../src/testing.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>
type Change = { token?: string; input?: unknown }

/** Premium granted and ended, and a payment decided by staff. */
export function premiumChanges(
  testApp: TestApp,
  boss: (input: unknown) => Promise<Change>,
  onMember: (input: object) => Promise<Change>,
): Record<string, () => Promise<Change>> {
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
