import { later } from '../create-calendar.ts'
import type { Person, World } from '../world.ts'

const ERASED_DAYS_AGO = 10

/** One member asked to be forgotten: what was theirs is gone, what the books need stays without a name. */
export function tellErasure(world: World): void {
  for (const person of world.people.filter(({ fate }) => fate === 'erased')) erase(world, person)
}

function erase({ rows, ledger, calendar }: World, { memberId, email }: Person): void {
  const erasedAt = calendar.at(ERASED_DAYS_AGO, 4 * 60 + 20)
  const left = ledger.balanceAt(memberId, erasedAt)
  if (left > 0) {
    ledger.book(memberId, {
      at: erasedAt,
      kind: 'adjustment',
      availableDelta: -left,
      heldDelta: 0,
      houseAccount: 'adjustments',
      sourceKey: 'erasure',
      description: 'Points left when the account was deleted',
      subjectId: null,
      actor: 'system',
    })
  }
  const member = rows.member.find((row) => row.memberId === memberId)
  const nobody = {
    email: `erased-${memberId}@deleted.invalid`,
    firstName: 'Erased',
    lastName: 'member',
    country: '',
    passwordHash: '',
    emailVerifiedAt: null,
  }
  if (member) Object.assign(member, { ...nobody, deletionDueAt: later(erasedAt, -20), erasedAt })
  const isOther = (row: { memberId?: string | null }) => row.memberId !== memberId
  for (const table of [
    'emailOwner',
    'memberSettings',
    'memberTerms',
    'referralCode',
    'memberReferralCode',
    'surveyAnswer',
    'dailyLogin',
    'payoutDetails',
    'clickReference',
  ] as const) {
    Object.assign(rows, { [table]: rows[table].filter(isOther) })
  }
  Object.assign(rows, { mailDelivery: rows.mailDelivery.filter(({ recipient }) => recipient !== email) })
  for (const withdrawal of rows.withdrawal.filter((row) => !isOther(row))) {
    for (const column of [
      'mpesaNumber',
      'bankName',
      'accountNumber',
      'accountName',
      'adminComment',
    ] as const) {
      if (withdrawal[column]) withdrawal[column] = 'erased'
    }
  }
  for (const sent of rows.payoutAttempt.filter((row) => !isOther(row))) sent.mpesaNumber = 'erased'
  rows.auditEntry.push({
    at: erasedAt,
    actor: 'system',
    action: 'member.erased',
    subject: `member:${memberId}`,
    before: null,
    after: null,
    reason: null,
    address: null,
  })
}
