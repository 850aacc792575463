import type { Secrets } from '../../secrets/create-secrets.ts'

/** Keyed, because a million codes are quickly tried against a plain hash, and bound to one request. */
export const hashCode = (secrets: Secrets, codeId: string, code: string) =>
  secrets.hash('destination code', `${codeId}:${code}`)
