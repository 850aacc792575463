import type { ServerResponse } from 'node:http'

const gateNames = ['oauth', 'accept', 'reply', 'callback'] as const
export type GateName = (typeof gateNames)[number]

export function isGateName(name: unknown): name is GateName {
  return gateNames.some((known) => known === name)
}

/** Points at which the simulator can be stopped, so that a test can kill the product exactly there. */
export function createGates() {
  const closed = new Set<GateName>()
  const waiting: Record<GateName, (() => void)[]> = { oauth: [], accept: [], reply: [], callback: [] }
  const watchers = new Set<() => void>()

  function release(name: GateName) {
    closed.delete(name)
    for (const resume of waiting[name].splice(0)) resume()
  }

  /** A caller that hangs up stops waiting; what it asked for is then as if it had never arrived. */
  async function pass(name: GateName, caller?: ServerResponse): Promise<'released' | 'left'> {
    if (!closed.has(name)) return 'released'
    return new Promise((resolve) => {
      const resume = () => resolve('released')
      caller?.once('close', () => {
        waiting[name] = waiting[name].filter((other) => other !== resume)
        resolve('left')
      })
      waiting[name].push(resume)
      for (const look of watchers) look()
    })
  }

  /** Resolves once `count` requests of this kind are being held. */
  function whenHeld(name: GateName, count = 1): Promise<void> {
    return new Promise((resolve) => {
      function look() {
        if (waiting[name].length < count) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
    })
  }

  return {
    hold: (name: GateName): void => {
      closed.add(name)
    },
    release,
    releaseAll: (): void => gateNames.forEach(release),
    held: (): Record<GateName, number> => ({
      oauth: waiting.oauth.length,
      accept: waiting.accept.length,
      reply: waiting.reply.length,
      callback: waiting.callback.length,
    }),
    whenHeld,
    pass,
  }
}

export type Gates = ReturnType<typeof createGates>
