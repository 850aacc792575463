import type { HostileCall } from './hostile-call.ts'

const id = '00000000-0000-4000-8000-000000000000'

/** Staff calls about payouts. */
export function hostilePayoutCalls({ tooLong }: { tooLong: string }): Record<string, HostileCall> {
  const words = ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u202eb', 7, null, [], {}]
  const who = 'owner'
  return {
    'stop of the queue': {
      who,
      url: '/api/admin/payout-queue/stop',
      path: 'admin.stopPayoutQueue',
      body: { reason: 'Because' },
      wrong: { reason: words },
    },
    'end of a stop': {
      who,
      url: '/api/admin/payout-queue/resume',
      path: 'admin.resumePayoutQueue',
      body: { note: 'Because' },
      wrong: { note: words },
    },
    'many approvals': {
      who,
      url: '/api/admin/withdrawals/bulk-approve',
      path: 'admin.approveWithdrawals',
      body: { ids: [id] },
      wrong: {
        ids: [[], ['x'], [id, id], [null], Array(1001).fill(id), id, 7, null, {}],
        all: [false, 'true', 1, null, [], {}],
        limit: [0, -1, 1001, 0.5, '1', null, [], {}],
        after: ['', 'x', `${id}x`, tooLong, 7, null, [], {}],
      },
    },
    'file of payments': {
      who,
      url: '/api/admin/payouts/import',
      path: 'admin.importPayments',
      body: { csv: 'Withdrawal ID,Reference', isDryRun: true },
      wrong: {
        csv: ['', 'a,b\n1,2', '"', 'x'.repeat(1_100_000), 7, null, [], {}],
        isDryRun: ['', 'true', 0, 1, null, [], {}],
      },
      files: ['csv'],
    },
  }
}
