import { setTimeout as delay } from 'node:timers/promises'

type Patience = { what: string; withinMs: number; everyMs?: number }

/** Wait until `check` is true; a check that fails counts as false. @throws Error naming `what` after the time limit */
export async function waitUntil(
  isTrue: () => Promise<unknown> | unknown,
  { what, withinMs, everyMs = 100 }: Patience,
): Promise<void> {
  const deadline = performance.now() + withinMs
  let last: unknown
  for (;;) {
    try {
      if (await isTrue()) return
    } catch (error) {
      last = error
    }
    if (performance.now() > deadline) {
      const reason = last instanceof Error ? `: ${last.message}` : ''
      throw new Error(`${what} did not come within ${withinMs / 1000} s${reason}`)
    }
    await delay(everyMs)
  }
}
