import { randomBytes } from 'node:crypto'
import { startSimulator } from '@chuma/mpesa/simulator/start-simulator'
import { type Book, createBook } from './book.ts'
import { checkInvariants } from './check-invariants.ts'
import { startLoad } from './clients.ts'
import { findPorts } from './find-ports.ts'
import type { Programs } from './find-programs.ts'
import { createMembers } from './members.ts'
import type { Yard } from './open-yard.ts'
import { createDatabase, migrate, signInStaff } from './prepare-database.ts'
import { readServers, startBalancer } from './start-balancer.ts'
import { type Ground, startCluster } from './start-cluster.ts'
import { settingsOf, startFleet } from './start-fleet.ts'
import { waitUntil } from './wait-until.ts'

export type Site = Awaited<ReturnType<typeof openSite>>

/** More than all withdrawals together. */
const FLOAT_KES = 1_000_000_000
/** This many responses are no accident. */
const SERVED = 10

/** Open all of it: the cluster, the load balancer, two web processes and a worker, a provider, members and staff. */
export async function openSite(programs: Programs, yard: Yard, ground: Ground) {
  const [databasePort = 0, webPort = 0, ...servers] = await findPorts(5)
  const [cluster, simulator] = await Promise.all([
    startCluster(yard, programs, ground),
    startSimulator({
      callbackDelayMs: 50,
      slowCallbackDelayMs: 1500,
      connectionHoldMs: 2000,
      utilityKes: FLOAT_KES,
    }),
  ])
  const leader = await cluster.findLeader()
  const password = randomBytes(16).toString('hex')
  const admin = await cluster.connect(leader, { database: 'postgres' })
  await createDatabase(admin, password)
  await admin.end()
  const directUrl = async () => cluster.url(await cluster.findLeader(), 'chuma', password)
  const [, , balancer] = await Promise.all([
    cluster.waitUntilWhole(),
    migrate(yard, await directUrl()),
    startBalancer(yard, programs, {
      nodes: cluster.nodes,
      ports: { database: databasePort, web: webPort, servers },
    }),
  ])
  const options = {
    databaseUrl: cluster.url({ port: databasePort }, 'chuma', password),
    publicUrl: `http://127.0.0.1:${webPort}`,
    simulatorUrl: simulator.url,
  }
  const [fleet, staffToken] = await Promise.all([
    startFleet(yard, { ...options, ports: servers }),
    signInStaff(await directUrl()),
  ])
  const members = createMembers(cluster)
  const foreign = new Set<string>()
  const books: Book[] = []
  const openBook = () => {
    const book = createBook()
    books.push(book)
    return book
  }
  openBook()
  const book = () => books.at(-1) ?? openBook()
  return {
    yard,
    programs,
    cluster,
    simulator,
    fleet,
    members,
    openBook,
    /** The current fault's book. */
    book,
    balancer,
    webPort,
    databasePort,
    databasePassword: password,
    staffToken,
    directUrl,
    /** Settings for another process of the product. */
    settings: (changed: { databaseUrl?: string } = {}) => settingsOf({ ...options, ...changed }),
    /** Another site on the same provider ordered this payment. */
    passOver: (originator: string) => void foreign.add(originator),
    startLoad: (changed: { port?: number; clients?: number } = {}) =>
      startLoad({ port: webPort, members, book: book(), staffToken, ...changed }),
    check: async (isQuiet = false) =>
      checkInvariants({
        query: cluster.query,
        url: await directUrl(),
        book: book(),
        payments: () =>
          simulator
            .ledger()
            .payments.filter(({ originatorConversationId }) => !foreign.has(originatorConversationId)),
        isQuiet,
      }),
    /** Waits until `SERVED` calls have succeeded after this moment. */
    waitUntilServed: async (withinMs = 90_000) => {
      const from = performance.now()
      await waitUntil(() => book().countSince(from) >= SERVED, { what: 'service', withinMs })
      return performance.now() - from
    },
    waitUntilBalanced: (server: string) =>
      waitUntil(async () => (await readServers(`${yard.folder}/haproxy.sock`)).get(server) === 'UP', {
        what: `${server} in the balance`,
        withinMs: 30_000,
      }),
    close: () => simulator.close(),
  }
}
