import { Agent } from 'node:http'
import { call } from '../call.ts'
import type { Fault } from '../fault.ts'
import { findPorts } from '../find-ports.ts'
import type { Member } from '../members.ts'
import type { Site } from '../open-site.ts'
import { createServerProcess } from '../start-fleet.ts'

const CLAIMANTS = 5
const HOUR_MS = 3_600_000

/** How wrong the process's clock is. The business day begins at 21:00 UTC. */
const CLOCKS: Record<string, () => number> = {
  'an hour slow': () => -HOUR_MS,
  'a day fast': () => 24 * HOUR_MS,
  'on the other side of the day’s end': () => untilDayEnds() + 60_000,
}

export const clock: Fault = {
  id: 'F12',
  title: 'set a web process’s clock wrong: −1 h, +1 day, across the end of the day',
  bar: 'no second reward of the day, nobody is signed out: the database’s clock decides',
  strike: async (site) => {
    const { faketime } = site.programs
    if (!faketime) return { notes: ['not tried: faketime is not installed'], complaints: [] }
    const complaints: string[] = []
    for (const [name, by] of Object.entries(CLOCKS)) {
      complaints.push(...(await claimTwice(site, { name, seconds: Math.round(by() / 1000), faketime })))
    }
    return { notes: [`${Object.keys(CLOCKS).join(', ')}; ${CLAIMANTS} members each`], complaints }
  },
}

type Wrong = { name: string; seconds: number; faketime: string }

/** Claim at a process with the right clock, then at one with a wrong clock. */
async function claimTwice(site: Site, { name, seconds, faketime }: Wrong): Promise<string[]> {
  const claimants = await site.members.make(Array.from({ length: CLAIMANTS }))
  const [port = 0] = await findPorts(1)
  const server = createServerProcess(site.yard, {
    name: 'web-clock',
    port,
    env: { ...site.settings(), ROLE: 'web', TRUST_PROXY: 'off', DRAIN_SECONDS: '0' },
  })
  const [sign, amount] = [seconds < 0 ? '-' : '+', Math.abs(seconds)]
  await server.start({
    LD_PRELOAD: faketime,
    FAKETIME: `${sign}${amount}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  try {
    const complaints: string[] = []
    for (const member of claimants) {
      const first = await claim(site.webPort, member)
      const second = await claim(port, member)
      if (first !== 200 || second !== 409) complaints.push(`${name}: claims answered ${first}, ${second}`)
    }
    const { headers } = await fetch(server.url)
    const shift = (Date.parse(headers.get('date') ?? '') - Date.now()) / 1000
    if (Math.abs(shift - seconds) > 120)
      complaints.push(`${name}: the clock was off by ${Math.round(shift)} s`)
    return complaints
  } finally {
    await server.stop()
  }
}

async function claim(port: number, { token, address }: Member): Promise<number> {
  const agent = new Agent()
  const { status } = await call({ port, agent, token, address, method: 'POST', path: '/api/daily-login' })
  agent.destroy()
  return status
}

function untilDayEnds(): number {
  const end = new Date()
  end.setUTCHours(21, 0, 0, 0)
  const left = end.getTime() - Date.now()
  return left > 0 ? left : left + 24 * HOUR_MS
}
