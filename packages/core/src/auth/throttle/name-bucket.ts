import { createHash } from 'node:crypto'
import type { ThrottleRule } from './throttle-rules.ts'
import { toNetwork } from './to-network.ts'

/** The network that shares a queue's places; null for calls that come from nowhere. */
export const toSource = (address: string | null): string | null => address && toNetwork(address)

/** Name a bucket. Hashed, because people type passwords into the email field, and those must not be stored. */
export function nameBucket(rule: ThrottleRule, identifier: string): string {
  const counted = rule.endsWith('-address') ? toNetwork(identifier) : identifier
  return `${rule}:${createHash('sha256').update(counted).digest('hex')}`
}
