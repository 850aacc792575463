import { randomBytes } from 'node:crypto'
import { formatEatCompact } from '../eat-time.ts'

export function newConversationId(now: Date): string {
  return `AG_${formatEatCompact(now).slice(0, 8)}_${randomBytes(10).toString('hex')}`
}

/** Random instead of counted: receipts stay unique over restarts and over several simulators on one database. */
export function newReceipt(): string {
  const digits = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .toUpperCase()
  return `S${digits.padStart(9, '0').slice(-9)}`
}
