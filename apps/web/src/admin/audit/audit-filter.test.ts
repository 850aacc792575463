import { expect, test } from 'vitest'
import { readAuditSearch } from './audit-page.tsx'

test('an address holds the filters, and anything else is left out', () => {
  expect(
    readAuditSearch({ actor: ' wanjiru ', person: 'achieng', from: '2026-11-01', to: 'yesterday', more: 1 }),
  ).toEqual({
    actor: 'wanjiru',
    person: 'achieng',
    from: '2026-11-01',
  })
  expect(readAuditSearch({ action: '', subject: 7 })).toEqual({})
})
