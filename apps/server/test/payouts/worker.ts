import type { Deps } from '@chuma/core/deps'
import type { Payment } from '@chuma/core/payouts/attempts/payouts'

class Killed extends Error {}
/** After the death of a process nothing follows, not even an error. */
const never = new Promise<never>(() => {})

/** Orders whose worker died before they arrived. */
export type OnTheWay = (() => Promise<unknown>)[]

type Options = {
  deps: Deps
  /** The step at which it dies: before, within and after every transaction and every call to the provider. */
  killAt: number | null
  onTheWay: OnTheWay
}

/**
 * Create a worker that is killed at one of its steps: uncommitted work is undone, the next step does not happen, and an order
 * may have left and arrive later. `work` says whether it survived.
 */
export function createWorker({ deps, killAt, onTheWay }: Options) {
  let steps = 0
  let die = () => {}
  const death = new Promise<'killed'>((resolve) => {
    die = () => resolve('killed')
  })
  let isDead = false
  /** Whether this was its last step. */
  const dies = () => {
    isDead ||= steps === killAt
    steps += 1
    if (isDead) die()
    return isDead
  }
  const step = async () => {
    if (dies()) await never
  }

  const execute: ReturnType<Deps['db']['transaction']>['execute'] = async (work) => {
    await step()
    const result = await deps.db
      .transaction()
      .execute(async (trx) => {
        const done = await work(trx)
        if (dies()) throw new Killed()
        return done
      })
      .catch((error) => (error instanceof Killed ? never : Promise.reject(error)))
    await step()
    return result
  }
  const call = async <T>(run: () => Promise<T>) => {
    await step()
    const answer = await run()
    await step()
    return answer
  }
  const [provider] = deps.payouts.rails
  if (!provider) throw new Error('nobody pays')
  const send = async (payment: Payment, mayWrite: () => boolean) => {
    // It was written in time, and is on its way.
    if (!isDead && steps === killAt) onTheWay.push(() => provider.send(payment, () => true))
    await step()
    return call(() => provider.send(payment, mayWrite))
  }

  const db = new Proxy(deps.db, {
    get(target, key) {
      if (key === 'transaction') return () => ({ execute })
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const watched = {
    ...provider,
    send,
    prepare: () => call(() => provider.prepare()),
    queryStatus: (query: Parameters<typeof provider.queryStatus>[0]) =>
      call(() => provider.queryStatus(query)),
  }
  return {
    deps: { ...deps, db, payouts: { ...deps.payouts, rails: [watched] } } satisfies Deps,
    work: (job: Promise<unknown> | undefined) => Promise.race([job, death]).then(() => !isDead),
  }
}
