import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '@chuma/db/client'
import { endTurn, findToken, takeTurn } from '@chuma/db/queries/payouts/provider-tokens'
import type { StoredToken, TokenFailure, TokenStore } from '@chuma/mpesa/token-store'

type Options = {
  db: Db
  provider: string
  /** After this a process that was asking is taken for dead. Longer than its request can last. */
  leaseSeconds: number
  /** Between two looks at whether another process has finished. */
  rest?: () => Promise<unknown>
}
type Request = () => Promise<StoredToken | TokenFailure>

/**
 * One access token for all processes that share a database. A new token revokes the one before, so the processes take
 * turns: whoever takes the next turn asks, and the others wait for what he brings. No transaction is open meanwhile, and
 * the turn of a process that died ends with its lease.
 */
export function createTokenStore({
  db,
  provider,
  leaseSeconds,
  rest = () => delay(100),
}: Options): TokenStore {
  /** Once nobody has a turn. */
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
    const end = 'token' in answer ? { ...answer, renewAt: new Date(answer.renewAt) } : { failure: answer }
    // Too late, and the token of whoever took the turn over may have revoked this one: his counts.
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
        // The turn that was under way when we came has brought nothing: trying again at once would bring no more.
        if (joined?.isLeased && found?.failure && found.turn === joined.turn)
          return found.failure as TokenFailure
        const turn = await takeTurn(db, { provider, seenTurn: found?.turn ?? 0, leaseSeconds })
        const answer = turn === undefined ? undefined : await ask(turn, request)
        if (answer) return answer
      }
    },
  }
}

/** What the others read when the one that asked has failed in a way that tells them nothing. */
const lost: TokenFailure = {
  outcome: 'not-sent',
  code: 'TOKEN_REQUEST',
  reason: 'The process that asked for a token could not finish',
  stopQueue: false,
  retryable: true,
}

function toToken(found: Awaited<ReturnType<typeof findToken>>): StoredToken | undefined {
  return found?.token && found.renewAt ? { token: found.token, renewAt: found.renewAt.getTime() } : undefined
}
