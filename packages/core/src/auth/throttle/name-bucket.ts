import { createHash } from 'node:crypto'
import type { ThrottleRule } from './throttle-rules.ts'
import { toNetwork } from './to-network.ts'

/** Hashed: people type their passwords into the field for the e-mail address, and those are not for keeping. */
export function nameBucket(rule: ThrottleRule, identifier: string): string {
  const counted = rule.endsWith('-address') ? toNetwork(identifier) : identifier
  return `${rule}:${createHash('sha256').update(counted).digest('hex')}`
}
