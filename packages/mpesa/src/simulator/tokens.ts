import { randomBytes } from 'node:crypto'

/** Only the newest token is valid, as at Safaricom. */
export function createTokens(lifeSeconds: number) {
  let current: { token: string; expiresAt: number } | undefined
  return {
    lifeSeconds,
    issue() {
      current = { token: randomBytes(21).toString('base64url'), expiresAt: Date.now() + lifeSeconds * 1000 }
      return current.token
    },
    accepts(authorization: string | undefined) {
      return (
        current !== undefined && authorization === `Bearer ${current.token}` && Date.now() < current.expiresAt
      )
    },
    revoke() {
      current = undefined
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
