import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'

const KILLS = 20
/** Each of these can have one call in flight: six members and a staff account. */
const CLIENTS = 7

export const webKilled: Fault = {
  id: 'F1',
  title: `kill a web process under load, ${KILLS} times`,
  bar: 'only calls in flight fail; gap ≤ 3 s',
  maxGapMs: 3000,
  strike: async ({ fleet, book, waitUntilBalanced }) => {
    const errors = book().countErrors()
    const times: number[] = []
    for (let turn = 0; turn < KILLS; turn++) {
      const server = fleet.web[turn % 2] ?? fleet.web[0]
      const began = performance.now()
      server.kill()
      await server.waitUntilReady(30_000)
      times.push(performance.now() - began)
      await waitUntilBalanced(server.name)
    }
    const failed = book().countErrors() - errors
    times.sort((a, b) => a - b)
    return {
      notes: [
        `${failed} calls failed, ${KILLS * CLIENTS} could have been in flight`,
        `ready again after ${seconds(times[KILLS / 2] ?? 0)} (median), at most ${seconds(times.at(-1) ?? 0)}`,
      ],
      complaints: failed > KILLS * CLIENTS ? [`${failed} calls failed`] : [],
    }
  },
}
