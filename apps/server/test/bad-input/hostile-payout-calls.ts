import type { HostileCall } from './hostile-call.ts'

const id = '00000000-0000-4000-8000-000000000000'

/** Staff calls about payouts. */
export function hostilePayoutCalls({ tooLong }: { tooLong: string }): Record<string, HostileCall> {
  const words = ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]
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
    'stop of automatic payouts': {
      who,
      url: '/api/admin/automatic-payout/stop',
      path: 'admin.stopAutomaticPayout',
      body: { reason: 'Because' },
      wrong: { reason: words },
    },
    'end of that stop': {
      who,
      url: '/api/admin/automatic-payout/release',
      path: 'admin.releaseAutomaticPayout',
      body: { trippedAt: '2026-01-01T00:00:00Z', note: 'Because' },
      wrong: { trippedAt: ['', 'yesterday', 7, null, [], {}], note: words },
    },
    'many approvals': {
      who,
      url: '/api/admin/withdrawals/bulk-approve',
      path: 'admin.approveWithdrawals',
      body: { ids: [id] },
      optional: ['ids'],
      wrong: {
        ids: [[], ['x'], [id, id], [null], Array(1001).fill(id), id, 7, null, {}],
        all: [false, 'true', 1, null, [], {}],
        limit: [0, -1, 1001, 0.5, '1', null, [], {}],
        after: ['', 'x', `${id}x`, tooLong, 7, null, [], {}],
      },
    },
    'correction of a payment': {
      who,
      url: `/api/admin/withdrawals/${id}/correct-payout`,
      path: 'admin.correctPayout',
      inPath: { id },
      body: { kind: 'returned', cause: 'bank', note: 'It came back', evidence: 'Row 14' },
      optional: ['cause', 'note'],
      wrong: {
        rowId: ['', 'x', `${id}x`, 7, null, [], {}],
        kind: ['', 'x', 7, null, [], {}],
        cause: ['', 'x', 7, null, [], {}],
        receipt: ['', tooLong, 'a\0b', 7, null, [], {}],
        isMembers: ['', 'true', 0, 1, null, [], {}],
        note: [tooLong, 'a\0b', '\ud800', 7, null, [], {}],
        evidence: words,
      },
    },
    'write-off of a debt': {
      who,
      url: `/api/admin/debts/${id}/write-off`,
      path: 'admin.writeOffDebt',
      inPath: { memberId: id },
      body: { points: 6, reason: 'Because' },
      wrong: { points: [0, -1, 0.5, '6', null, [], {}], reason: words },
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
