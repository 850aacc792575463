import type { Sealed } from '@chuma/db/column-types'
import { isLostWith, type Secrets } from '../../secrets/create-secrets.ts'

const placeOf = (memberId: string) => ({ table: 'member_tax', column: 'pin', id: memberId })

export function sealPin(secrets: Secrets, memberId: string, pin: string): string {
  return secrets.seal(placeOf(memberId), pin)
}

/** Whether the PIN's key is lost. Then its owner counts as someone who gave none, and is asked for it again. */
export const isPinLost = (secrets: Secrets, pin: Sealed | null) =>
  pin !== null && isLostWith(secrets, pin as unknown as string)

/** @returns null without a PIN, and for one whose key is lost @throws SecretError */
export function openPin(secrets: Secrets, memberId: string, pin: Sealed | null): string | null {
  if (pin === null || isPinLost(secrets, pin)) return null
  return secrets.open(placeOf(memberId), pin as unknown as string)
}

/** `•••••••••9B`: its owner recognises it. */
export const maskPin = (end: string | null): string | null => end && `•••••••••${end}`
