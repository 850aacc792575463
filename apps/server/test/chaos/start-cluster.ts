import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { findPorts } from './find-ports.ts'
import type { Programs } from './find-programs.ts'
import type { Machines } from './machines.ts'
import type { Yard } from './open-yard.ts'
import { startEtcd } from './start-etcd.ts'
import { createNode, type Node } from './start-node.ts'
import { waitUntil } from './wait-until.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const HOST = '127.0.0.1'
/** On this machine unless a host is given. */
type Place = { host?: string; port: number }
const secret = () => randomBytes(16).toString('hex')

/** Seconds: how long a leader may be silent, how often it checks, and how long it retries. */
export type Lease = { ttl: number; loopWait: number; retryTimeout: number }
export const QUICK_LEASE: Lease = { ttl: 10, loopWait: 1, retryTimeout: 3 }
/** As infra/ha/README.md recommends for servers. */
export const SERVERS_LEASE: Lease = { ttl: 20, loopWait: 5, retryTimeout: 7 }

/** The machines and the lease of the cluster. */
export type Ground = { lease: Lease; machines: Machines }

/** Start three etcd and three PostgreSQL nodes under Patroni. Each commit is on two nodes before it is acknowledged. */
export async function startCluster(yard: Yard, programs: Programs, { lease, machines }: Ground) {
  const etcd = await startEtcd(yard, programs.etcd, machines.all)
  const ports = await findPorts(6)
  const superuser = secret()
  const replication = { user: 'replicator', password: secret() }
  const archive = yard.makeFolder('archive')
  const settings = {
    CLUSTER_NETWORK: machines.range,
    ETCD_HOSTS: etcd.hosts,
    PATRONI: programs.patroni,
    PATRONI_TTL: lease.ttl,
    PATRONI_LOOP_WAIT: lease.loopWait,
    PATRONI_RETRY_TIMEOUT: lease.retryTimeout,
    POSTGRES_BIN: programs.postgresBin,
    SUPERUSER_PASSWORD: superuser,
    REPLICATION_PASSWORD: replication.password,
    REWIND_PASSWORD: secret(),
    SHARED_BUFFERS: '64MB',
    ARCHIVE_COMMAND: `test -f ${archive}/%f || cp %p ${archive}/%f`,
    WATCHDOG_MODE: 'off',
  }
  const nodes = machines.all.map((machine, index) => {
    const [port = 0, patroniPort = 0] = ports.slice(index * 2)
    return createNode(yard, { name: `node${index + 1}`, machine, port, patroniPort }, settings)
  })
  for (const node of nodes) node.start()

  async function findNode(isIt: (node: Node) => Promise<boolean>, what: string): Promise<Node> {
    let found: Node | undefined
    const look = async () => {
      const answers = await Promise.all(nodes.map((node) => isIt(node).catch(() => false)))
      found = nodes[answers.indexOf(true)]
      return found
    }
    await waitUntil(look, { what, withinMs: 90_000, everyMs: 200 })
    return found as Node
  }
  const findLeader = () => findNode((node) => node.rest.isPrimary(), 'a leader')
  const findStandby = () => findNode((node) => node.rest.isSyncStandby(), 'a synchronous standby')
  const connect = async ({ host = HOST, port }: Place, changed: pg.ClientConfig = {}) => {
    const client = new pg.Client({
      host,
      port,
      user: 'postgres',
      password: superuser,
      database: 'chuma',
      connectionTimeoutMillis: 5000,
      ...changed,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = await connect(await findLeader())
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  /** A returning node reports "running" before it follows: only the leader knows which standbys stream. */
  const areBothFed = async () => {
    const streaming = "select application_name from pg_stat_replication where state = 'streaming'"
    const names = (await query<{ application_name: string }>(streaming)).map((row) => row.application_name)
    return nodes.filter(({ name }) => names.includes(name)).length === nodes.length - 1
  }

  return {
    nodes,
    archive,
    superuser,
    replication,
    findLeader,
    findStandby,
    /** As superuser unless configured otherwise, past the load balancer. */
    connect,
    /** On the leader. */
    query,
    url: ({ host = HOST, port }: Place, user: string, password: string) =>
      `postgres://${user}:${password}@${host}:${port}/chuma`,
    etcd,
    lease,
    /** Three nodes: one leads, both others follow. */
    waitUntilWhole: () =>
      waitUntil(async () => (await isWhole(nodes)) && (await areBothFed()), {
        what: 'a whole cluster',
        withinMs: 120_000,
      }),
  }
}

async function isWhole(nodes: readonly Node[]): Promise<boolean> {
  const leader = await Promise.any(
    nodes.map(async (node) => ((await node.rest.isPrimary()) ? node : Promise.reject(new Error('no')))),
  )
  const members = await leader.rest.listMembers()
  const roles = members.map(({ role }) => role)
  const isFollowing = ({ role, state, lag }: (typeof members)[number]) =>
    role === 'leader'
      ? state === 'running'
      : /running|streaming/.test(state) && lag !== 'unknown' && Number(lag) < 1e6
  return (
    members.length === nodes.length &&
    roles.includes('leader') &&
    roles.includes('sync_standby') &&
    members.every(isFollowing)
  )
}
