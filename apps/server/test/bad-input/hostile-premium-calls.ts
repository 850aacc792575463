import type { HostileCall } from './hostile-call.ts'

const id = '00000000-0000-4000-8000-000000000000'

/** Calls that pay for premium, grant it, and decide about payments. */
export function hostilePremiumCalls({ tooLong }: { tooLong: string }): Record<string, HostileCall> {
  const words = ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]
  const months = [0, -1, 1.5, 25, 2 ** 53, 1e300, '1', null, [], {}]
  const who = 'owner'
  return {
    'payment for premium': {
      who: 'member',
      url: '/api/premium/payments',
      path: 'premium.payPremium',
      body: { mpesaNumber: '0712345678', months: 1 },
      wrong: {
        mpesaNumber: [
          '',
          '0812345678',
          '0202222222',
          '+255712345678',
          '0711123456 ext 5',
          tooLong,
          7,
          null,
          [],
          {},
        ],
        months: [...months, 13],
      },
      optional: ['months'],
    },
    'grant of premium': {
      who,
      url: `/api/admin/users/${id}/premium`,
      path: 'admin.grantPremium',
      inPath: { memberId: id },
      body: { months: 1, reason: 'Because' },
      wrong: { months, reason: words },
    },
    'end of premium': {
      who,
      url: `/api/admin/users/${id}/premium/end`,
      path: 'admin.endPremium',
      inPath: { memberId: id },
      body: { reason: 'Because' },
      wrong: { reason: words },
    },
    'decision about a payment': {
      who,
      url: `/api/admin/premium-payments/${id}/decide`,
      path: 'admin.decidePremiumPayment',
      inPath: { id },
      body: { decision: 'grant', note: 'Because' },
      wrong: { decision: ['', 'no', 'GRANT', 7, null, [], {}], note: words },
    },
  }
}
