import { APPROVAL_KINDS, type ApprovalKind } from '@chuma/contract/admin/approval-kinds'
import type { ApprovalRequest } from '@chuma/contract/admin/approvals'
import { beforeAll, describe, expect, test } from 'vitest'
import { activateLanguage, loadMessages, t } from '../../i18n/i18n.ts'
import { nameRequest } from '../../payouts/approvals/request-panel.tsx'
import { listDifferences } from '../audit/differences.tsx'

type Change = Pick<ApprovalRequest, 'before' | 'after'>
const pay = { before: { state: 'held' }, after: { state: 'paid', points: 5 } }
const PERSON = '0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e'
const person = { before: { personId: null }, after: { personId: PERSON } }
const receivable = { before: { number: 7, state: 'open', openCents: 900 }, after: { state: 'written_off' } }
const offer = { title: 'Tea', externalUrl: 'https://example.com/a_b', screenOutPoints: 2, partnerId: PERSON }

/** What a request of each kind stores of the change. */
const changes: Record<ApprovalKind, Change> = {
  'edit-earnings': { before: { totalEarnings: 1, points: 1 }, after: { totalEarnings: 2, points: 2 } },
  'grant-premium': { before: { premiumUntil: null }, after: { months: 12 } },
  'decide-withdrawal': {
    before: { status: 'pending', payoutState: 'needs_review', reportedReceipt: 'SFK4ABC123' },
    after: { status: 'approved' },
  },
  'correct-payout': {
    before: { status: 'paid', payoutState: 'paid', receipt: 'SFK4ABC123' },
    after: { kind: 'returned', points: 2 },
  },
  'write-off-debt': { before: { debtPoints: 4, seq: 9 }, after: { debtPoints: 0 } },
  'close-period': { before: { lastClosed: '2026-01' }, after: { lastClosed: '2026-02' } },
  'release-automatic-payout': {
    before: { isTripped: true, cause: 'failed_percent', reason: 'x', trippedBy: 'staff:amina' },
    after: { isTripped: false },
  },
  'cancel-bank-batch': { before: { rows: 3, totalKes: 9000 }, after: { rows: 0 } },
  'create-survey': { before: null, after: offer },
  'update-survey': { before: offer, after: { ...offer, adminNotes: 'x', isActive: true } },
  'save-eligibility': { before: { title: 'Tea', rule: null }, after: { rule: { birthYear: ['2000'] } } },
  'create-task': { before: null, after: { kind: 'micro-job', minTimeSeconds: 30, youtubeUrl: null } },
  'update-task': {
    before: { minTimeSeconds: 30 },
    after: { minTimeSeconds: 40, targetUrl: 'https://a.b/c_d' },
  },
  'decide-claim': { before: { state: 'open' }, after: { state: 'credited', points: 5 } },
  'decide-credit-review': { before: { state: 'review' }, after: { state: 'pending', points: 5 } },
  'book-partner-receipt': {
    before: null,
    after: {
      reference: 'FT-1',
      day: '2026-02-03',
      amountCents: 1,
      kesCents: 2,
      chargeKesCents: 3,
      rate: 129.5,
    },
  },
  'cancel-partner-receipt': { before: { state: 'booked', amountCents: 1 }, after: { state: 'cancelled' } },
  'void-partner-invoice': receivable,
  'write-off-partner-invoice': receivable,
  'create-client-quote': {
    before: { version: 1, priceCents: 1, totalCents: 2, days: 3 },
    after: { version: 2 },
  },
  'open-client-order': { before: null, after: { organisationId: PERSON, priceCents: 900 } },
  'book-client-receipt': { before: null, after: { reference: 'FT-2', day: '2026-02-03', cents: 900 } },
  'return-client-money': { before: null, after: { reference: 'FT-2', day: '2026-02-03', cents: 900 } },
  'decide-client-dispute': { before: { state: 'open' }, after: { state: 'credited', cents: 50 } },
  'reset-client-user': { before: { hasSecondFactor: true }, after: null },
  'decide-proof': { before: { state: 'pending' }, after: { state: 'approved', points: 5 } },
  'decide-survey-review': pay,
  'change-economy': {
    before: { spinTable: [{ points: 1, weight: 2 }], dailyLoginPoints: 25 },
    after: { spinTable: [{ points: 2, weight: 2 }], dailyLoginPoints: 30 },
  },
  'choose-economy-preset': {
    before: { kesPerPoint: 1000 },
    after: { kesPerPoint: 1, preset: 'sustainable' },
  },
  'add-tax-classes': {
    before: { other_income: 5 },
    after: { earnings: 'other_income', residence: 'non_resident', percent: 5, validFrom: '2026-01-01' },
  },
  'create-partner': {
    before: null,
    after: { name: 'A', preset: null, isActive: true, scheme: { clickId: 'sub_id' } },
  },
  'update-partner': { before: { isActive: false }, after: { isActive: true, isSecretNew: true } },
  'create-api-key': {
    before: null,
    after: { permissions: ['members:read'], networks: [], expiresInDays: 9 },
  },
  'create-staff': { before: null, after: { role: 'finance', personId: PERSON } },
  'reset-staff': { before: { isDisabled: false }, after: null },
  'set-staff-role': { before: { role: 'finance' }, after: { role: 'owner' } },
  'enable-staff': {
    before: { isDisabled: true, role: 'owner' },
    after: { isDisabled: false, role: 'owner' },
  },
  'set-member-role': { before: { role: null, personId: null }, after: { role: 'owner', personId: PERSON } },
  'set-person-of-staff': person,
  'set-person-of-member': person,
}
const RAW = /[a-z]+(?:[A-Z]|_[a-z])/

describe.each(['en', 'sw'] as const)('in %s', (language) => {
  beforeAll(async () => {
    await loadMessages('visitor', 'member', 'staff')
    await activateLanguage(language)
  })

  test.each(APPROVAL_KINDS)('a request to %s shows no raw key', (kind) => {
    const parts = listDifferences(t, changes[kind].before, changes[kind].after)
    expect(parts.length).toBeGreaterThan(0)
    const shown = [nameRequest(t, { kind, after: changes[kind].after }), ...parts.map(({ name }) => name)]
    for (const { before, after } of parts) shown.push(before ?? '', after ?? '')
    // An address is shown as it is.
    expect(shown.filter((text) => !text.startsWith('https://') && RAW.test(text))).toEqual([])
    expect(shown.filter((text) => /^(approval|changeField|economyField)/.test(text))).toEqual([])
  })
})

test('a rejection is not called an approval, nor the end of a role a new one', async () => {
  await activateLanguage('en')
  expect(nameRequest(t, { kind: 'decide-withdrawal', after: { status: 'approved' } })).toBe(
    'Approve a withdrawal',
  )
  expect(nameRequest(t, { kind: 'decide-withdrawal', after: { status: 'rejected' } })).toBe(
    'Reject a withdrawal',
  )
  expect(nameRequest(t, { kind: 'correct-payout', after: { kind: 'late' } })).toBe(
    'Book a payment that arrived after all',
  )
  expect(nameRequest(t, { kind: 'decide-survey-review', after: { state: 'rejected', points: 0 } })).toBe(
    'Reject a held survey',
  )
  expect(nameRequest(t, { kind: 'set-member-role', after: { role: null } })).toBe(
    'Remove the staff role of a member',
  )
})
