import type { Sealed } from '@chuma/db/column-types'
import type { Secrets } from '../../secrets/create-secrets.ts'

const placeOf = (memberId: string) => ({ table: 'member_tax', column: 'pin', id: memberId })

export function sealPin(secrets: Secrets, memberId: string, pin: string): string {
  return secrets.seal(placeOf(memberId), pin)
}

/** @throws SecretError */
export function openPin(secrets: Secrets, memberId: string, pin: Sealed | null): string | null {
  return pin === null ? null : secrets.open(placeOf(memberId), pin as unknown as string)
}

/** `•••••••••9B`: its owner recognises it. */
export const maskPin = (end: string | null): string | null => end && `•••••••••${end}`
