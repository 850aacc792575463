import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'

export const rollingRestart: Fault = {
  id: 'F14',
  title: 'SIGTERM to each web process and the worker in turn',
  bar: 'no call fails, gap ≤ 3 s',
  maxGapMs: 3000,
  mayNotFail: true,
  strike: async ({ fleet, waitUntilBalanced, waitUntilServed }, { isShort }) => {
    const complaints: string[] = []
    const began = performance.now()
    for (const server of isShort ? [fleet.web[0]] : [...fleet.web, fleet.worker]) {
      const code = await server.stop()
      if (code !== 0) complaints.push(`${server.name} ended with ${code}`)
      await server.start()
      if (server !== fleet.worker) await waitUntilBalanced(server.name)
    }
    const took = performance.now() - began
    await waitUntilServed()
    return { notes: [`stopped and started again in ${seconds(took)}`], complaints }
  },
}
