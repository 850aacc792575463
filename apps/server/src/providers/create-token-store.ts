import { setTimeout as delay } from 'node:timers/promises'
import { isSecretLost, SecretError, type Secrets } from '@chuma/core/secrets/secrets'
import type { Db } from '@chuma/db/client'
import { endTurn, findToken, takeTurn } from '@chuma/db/queries/payouts/provider-tokens'
import type { StoredToken, TokenFailure, TokenStore } from '@chuma/mpesa/access-token'

type Options = {
  db: Db
  secrets: Secrets
  provider: string
  /** After this a process in its turn counts as dead. Longer than its request can last. */
  leaseSeconds: number
  /** Waits between two checks whether another process has finished. */
  rest?: () => Promise<unknown>
}
type Request = () => Promise<StoredToken | TokenFailure>

/**
 * Share one access token among all processes of a database. A new token revokes the previous one, so processes take turns:
 * one requests, the others wait for its result. No transaction stays open, and a dead process's turn ends with its lease.
 */
export function createTokenStore({
  db,
  secrets,
  provider,
  leaseSeconds,
  rest = () => delay(100),
}: Options): TokenStore {
  const place = { table: 'provider_token', column: 'token', id: provider }

  /** A token that does not open counts as none: a new one is requested. */
  function toToken(found: Awaited<ReturnType<typeof findToken>>): StoredToken | undefined {
    if (!found?.token || !found.renewAt) return undefined
    try {
      return { token: secrets.open(place, found.token), renewAt: found.renewAt.getTime() }
    } catch (error) {
      if (error instanceof SecretError || isSecretLost(error)) return undefined
      throw error
    }
  }

  /** Resolves when no process has a turn. */
  async function look() {
    for (;;) {
      const found = await findToken(db, provider)
      if (!found?.isLeased) return found
      await rest()
    }
  }

  async function ask(turn: number, request: Request) {
    const answer = await request().catch(async (error: unknown) => {
      await endTurn(db, { provider, turn }, { failure: lost })
      throw error
    })
    const end =
      'token' in answer
        ? { token: secrets.seal(place, answer.token), renewAt: new Date(answer.renewAt) }
        : { failure: answer }
    // Too late: the process that took over the turn may have revoked this token, so its token counts.
    if (await endTurn(db, { provider, turn }, end)) return answer
    return undefined
  }

  return {
    async read() {
      return toToken(await look())
    },
    async renew(refused, request) {
      const joined = await findToken(db, provider)
      for (;;) {
        const found = await look()
        const kept = toToken(found)
        if (kept && kept.token !== refused) return kept
        // The turn we waited for failed; another try at once would fail too.
        if (joined?.isLeased && found?.failure && found.turn === joined.turn)
          return found.failure as TokenFailure
        const turn = await takeTurn(db, { provider, seenTurn: found?.turn ?? 0, leaseSeconds })
        const answer = turn === undefined ? undefined : await ask(turn, request)
        if (answer) return answer
      }
    },
  }
}

/** What waiting processes get when the request failed without an answer they can use. */
const lost: TokenFailure = {
  outcome: 'not-sent',
  code: 'TOKEN_REQUEST',
  reason: 'The process that asked for a token could not finish',
  stopQueue: false,
  retryable: true,
}
