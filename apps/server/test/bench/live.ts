import http from 'node:http'
import { openDatabase } from './open-database.ts'
import { addPeople, type Person } from './people.ts'
import type { Options } from './read-options.ts'
import type { Row } from './report.ts'
import { startServer } from './start-server.ts'

/** Fewer than the streams that one process allows a person. */
const PAGES_EACH = 5

/** Measure what a server holds for pages that follow a wallet while nothing changes. */
export async function measureLive({ streams }: Options): Promise<Row[]> {
  const database = await openDatabase({ durable: false })
  const server = await startServer(database.url)
  const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })
  try {
    const people = await addPeople(database.db, Math.ceil(streams / PAGES_EACH))
    const opened: http.ClientRequest[] = []
    // The first streams load shared code, which belongs to none of them.
    for (const person of people.slice(0, 10)) opened.push(await follow(server.here, person, agent))
    const before = await server.readUsage()
    for (let stream = 0; stream < streams; stream++) {
      const person = people[stream % people.length]
      if (person) opened.push(await follow(server.here, person, agent))
    }
    const after = await server.readUsage()
    for (const request of opened) request.destroy()
    const each = ((after.megabytes - before.megabytes) / streams) * 1000
    return [
      {
        part: 'live',
        what: `memory per 1,000 idle live connections, of ${streams.toLocaleString('en')}`,
        here: `${each.toFixed(0)} MB`,
        yardstick: `${before.megabytes.toFixed(0)} MB before`,
        ratio: '',
      },
    ]
  } finally {
    agent.destroy()
    await server.stop()
    await database.close()
  }
}

/** Resolves with the first event of the stream. */
function follow(url: string, { token }: Person, agent: http.Agent): Promise<http.ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const request = http.get(`${url}/trpc/wallet.onChange`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A stream was answered ${answer.statusCode}`))
      answer.once('data', () => resolve(request))
      answer.on('error', () => undefined)
      answer.resume()
    })
    request.on('error', reject)
  })
}
