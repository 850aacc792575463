import { setTimeout as delay } from 'node:timers/promises'
import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'
import { findPorts } from '../find-ports.ts'
import type { Site } from '../open-site.ts'
import { createServerProcess } from '../start-fleet.ts'
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { waitUntil } from '../wait-until.ts'

const RESETS = 5
const CUT_COMMITS = 10
/** Longer than the product waits for a silent database. */
const SILENCE_ENDS_MS = 45_000

/** A third web process with a bad connection to the database; only it gets load. */
export const network: Fault = {
  id: 'F9',
  title: 'database connection: reset, slow, cut after COMMIT, silent',
  bar: 'each operation once; served < 5 s after a reset, < 45 s after silence',
  isWithoutLoad: true,
  strike: async (site) => {
    const [port = 0, proxyPort = 0] = await findPorts(2)
    const proxy = await startTcpProxy({ port: proxyPort, target: site.databasePort })
    const databaseUrl = site.cluster.url({ port: proxyPort }, 'chuma', site.databasePassword)
    const server = createServerProcess(site.yard, {
      name: 'web-far',
      port,
      env: { ...site.settings({ databaseUrl }), ROLE: 'web', TRUST_PROXY: 'off', DRAIN_SECONDS: '0' },
    })
    await server.start()
    const load = site.startLoad({ port })
    try {
      await site.waitUntilServed()
      return await spoil(site, proxy)
    } finally {
      proxy.delay(0)
      await load.stop()
      await server.stop()
      await proxy.close()
    }
  },
}

async function spoil({ book, waitUntilServed }: Site, proxy: TcpProxy) {
  const complaints: string[] = []
  const expectWithin = (what: string, tookMs: number, barMs: number) => {
    if (tookMs > barMs) complaints.push(`${what}: served again after ${seconds(tookMs)}`)
  }
  const resets: number[] = []
  for (let turn = 0; turn < RESETS; turn++) {
    proxy.reset()
    resets.push(await waitUntilServed())
  }
  expectWithin('reset', Math.max(...resets), 5000)

  const from = performance.now()
  proxy.delay(200)
  await waitUntilServed()
  await delay(4000)
  const p99 = book().findDelay(0.99, from, performance.now())
  proxy.delay(0)
  // A dozen statements, each a round trip.
  if (p99 > 15_000) complaints.push(`p99 of ${seconds(p99)} with 200 ms each way`)

  proxy.cutCommits(CUT_COMMITS)
  await waitUntil(() => proxy.commitsLeft() <= 0, { what: 'commits to cut', withinMs: 60_000 })
  expectWithin('cut after COMMIT', await waitUntilServed(), 5000)

  proxy.silence()
  const silence = await waitUntilServed(SILENCE_ENDS_MS * 2)
  expectWithin('silence', silence, SILENCE_ENDS_MS)
  return {
    notes: [
      `served again after a reset in ${seconds(Math.max(...resets))} at most, after silence in ${seconds(silence)}`,
      `p99 with 200 ms each way ${seconds(p99)}; ${CUT_COMMITS} commits without a response`,
    ],
    complaints,
  }
}
