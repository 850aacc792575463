import type { HostileCall } from './hostile-call.ts'

type Wrong = { tooLong: string }

const id = '00000000-0000-4000-8000-000000000000'

/** Staff calls about the books that take a body. */
export function hostileBookCalls({ tooLong }: Wrong): Record<string, HostileCall> {
  const who = 'owner'
  return {
    'comparison of a day': {
      who,
      url: '/api/admin/reconciliation',
      path: 'admin.reconcileDay',
      body: { day: '2026-01-05' },
      wrong: {
        day: [
          '',
          'today',
          '2026-1-5',
          '2026-02-30',
          '2026-01-05T00:00:00Z',
          "2026-01-05'",
          tooLong,
          7,
          null,
          [],
          {},
        ],
      },
    },
    'close of a month': {
      who,
      url: '/api/admin/books/periods/2026-01/close',
      path: 'admin.closePeriod',
      inPath: { month: '2026-01' },
      body: { reason: 'Checked.' },
      wrong: { reason: ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}] },
    },
    'resolution of a difference': {
      who,
      url: `/api/admin/reconciliation/differences/${id}/resolve`,
      path: 'admin.resolveDifference',
      inPath: { id },
      body: { note: 'Known.' },
      wrong: { note: ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}] },
    },
    'statement of the provider': {
      who,
      url: '/api/admin/reconciliation/statements',
      path: 'admin.importStatement',
      body: { csv: 'receipt,amount,completed at\nUKK7770001,1,2026-01-05 10:00:00', isDryRun: true },
      wrong: {
        csv: [
          '',
          ' ',
          'nothing\n1',
          'receipt,amount,completed at',
          '"',
          'x'.repeat(5_000_001),
          7,
          null,
          [],
          {},
        ],
        isDryRun: ['', 'true', 1, null, [], {}],
        bank: [
          '',
          7,
          null,
          [],
          {},
          { name: '' },
          { name: "x'; drop" },
          { name: 'Nowhere' },
          { name: tooLong },
        ],
      },
      optional: ['isDryRun', 'bank'],
      files: ['csv'],
    },
    'booking of a row': {
      who,
      url: `/api/admin/reconciliation/statement-rows/${id}/book`,
      path: 'admin.bookStatementRow',
      inPath: { id },
      body: { kind: 'other', note: 'Known.' },
      wrong: {
        kind: ['', 'nonsense', 7, null, [], {}],
        note: ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}],
        paymentId: ['', 'x', 7, null, [], {}],
      },
      optional: ['paymentId'],
    },
    'undoing of a booking': {
      who,
      url: `/api/admin/reconciliation/statement-rows/${id}/undo`,
      path: 'admin.undoStatementBooking',
      inPath: { id },
      body: { note: 'Known.' },
      wrong: { note: ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}] },
    },
  }
}
