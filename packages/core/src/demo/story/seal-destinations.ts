import { createHash } from 'node:crypto'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import type { Secrets } from '../../secrets/create-secrets.ts'
import { placeOfDestination } from '../../wallet/destinations/name-destination.ts'
import {
  type Destination,
  hashDestination,
  readDestination,
} from '../../wallet/destinations/normalise-destination.ts'

type Withdrawal = StoryRow<'withdrawal'>
type Rows = {
  payoutDestination: StoryRow<'payoutDestination'>[]
  destinationClaimant: StoryRow<'destinationClaimant'>[]
  destinationOwner: StoryRow<'destinationOwner'>[]
}

/** The destinations of the story's withdrawals: named by the first of each, and proven by the first payment that arrived. */
export function sealDestinations(secrets: Secrets, withdrawals: readonly Withdrawal[]): Rows {
  const rows: Rows = { payoutDestination: [], destinationClaimant: [], destinationOwner: [] }
  const byKey = new Map<string, StoryRow<'payoutDestination'>>()
  for (const withdrawal of inOrder(withdrawals)) {
    const destination = readPlace(withdrawal)
    const { memberId = '', requestedAt } = withdrawal
    if (!destination || !requestedAt) continue
    const [destinationHash] = hashDestination(secrets, destination)
    const key = `${memberId} ${destinationHash.toString('hex')}`
    if (byKey.has(key)) continue
    const { method, value: text } = destination
    const value = secrets.seal(placeOfDestination(memberId), text)
    const unproven = { paidAt: null, provenAt: null, provenBy: null, disputedAt: null, disputedBy: null }
    const destinationId = toUuid(key)
    const row = { destinationId, memberId, destinationHash, method, value, namedAt: requestedAt, ...unproven }
    byKey.set(key, row)
    rows.payoutDestination.push(row)
    rows.destinationClaimant.push({ memberId, destinationHash })
  }
  for (const { memberId = '', paidAt, ...withdrawal } of inOrder(withdrawals, 'paidAt')) {
    const destination = readPlace(withdrawal)
    if (!destination || !paidAt) continue
    const [destinationHash] = hashDestination(secrets, destination)
    const row = byKey.get(`${memberId} ${destinationHash.toString('hex')}`)
    if (!row || row.paidAt) continue
    Object.assign(row, { paidAt })
    if (rows.destinationOwner.some((owner) => owner.destinationHash?.equals(destinationHash))) continue
    rows.destinationOwner.push({ memberId, destinationHash })
    Object.assign(row, { provenAt: paidAt, provenBy: 'payment' })
  }
  return rows
}

/** The same for two loads of one story. */
function toUuid(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function inOrder(withdrawals: readonly Withdrawal[], by: 'requestedAt' | 'paidAt' = 'requestedAt') {
  return [...withdrawals].sort((a, b) => (a[by]?.getTime() ?? 0) - (b[by]?.getTime() ?? 0))
}

/** Null for a member who was erased. */
function readPlace(withdrawal: Withdrawal): Destination | null {
  const { method = 'mpesa', mpesaNumber = null, bankName = null, accountNumber = null } = withdrawal
  if (mpesaNumber === 'erased' || accountNumber === 'erased') return null
  return readDestination({ method, mpesaNumber, bankName, accountNumber, paypalEmail: null })
}
