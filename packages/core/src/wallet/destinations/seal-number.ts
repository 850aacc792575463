import type { Secrets } from '../../secrets/create-secrets.ts'

/** A member has one row of codes, so their id is its place. */
const placeOf = (memberId: string) => ({ table: 'destination_code', column: 'number', id: memberId })

export const sealNumber = (secrets: Secrets, memberId: string, number: string) =>
  secrets.seal(placeOf(memberId), number)

/** @throws AppError SECRET_LOST, SecretError */
export const openNumber = (secrets: Secrets, memberId: string, sealed: string) =>
  secrets.open(placeOf(memberId), sealed)
