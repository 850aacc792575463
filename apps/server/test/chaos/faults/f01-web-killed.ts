import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'

const KILLS = 20
/** Each of these can have one call under way: six members and one of the staff. */
const CLIENTS = 7

export const webKilled: Fault = {
  id: 'F1',
  title: `a web process is killed in the middle of its work, ${KILLS} times`,
  bar: 'only calls under way fail; gap ≤ 3 s',
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
        `${failed} calls failed, ${KILLS * CLIENTS} could have been under way`,
        `ready again after ${seconds(times[KILLS / 2] ?? 0)} (half of the time), at most ${seconds(times.at(-1) ?? 0)}`,
      ],
      complaints: failed > KILLS * CLIENTS ? [`${failed} calls failed`] : [],
    }
  },
}
