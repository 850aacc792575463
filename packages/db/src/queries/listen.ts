import pg from 'pg'
import { type Db, notifyAfterCommit } from '../client.ts'

const CHANNELS = {
  withdrawal_change: 'withdrawal',
  points_change: 'points',
  waiting_change: 'waiting',
  economy_change: 'economy',
  product_change: 'product',
  survey_change: 'survey',
  webhook_change: 'webhook',
  session_end: 'session-end',
  job_ready: 'job',
} as const

/** `ownerId` is the member or staff account, for a job its queue, or nothing. */
export type Change = { kind: (typeof CHANNELS)[keyof typeof CHANNELS]; ownerId: string }

type Listening = {
  connectionString: string
  onChange: (change: Change) => void
  /** Called on every (re)connection: earlier announcements may have been missed. */
  onListening: () => void
  /** The connection is lost, and is being reopened. */
  onLost: (error: Error) => void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** Some networks drop a quiet connection without telling either end. */
const HEARTBEAT_MS = 30_000
const ANSWER_MS = 10_000

/**
 * Listen to what transactions announce, on a separate connection that is reopened whenever it breaks. It must reach
 * PostgreSQL directly: a pooler that lends connections per transaction forgets who listens.
 */
export function listen({ connectionString, onChange, onListening, onLost }: Listening) {
  let isClosed = false
  let failures = 0
  let end = async () => {}
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = createClient(connectionString)
    let heartbeat: NodeJS.Timeout | undefined
    let isOver = false
    end = async () => {
      isOver = true
      clearInterval(heartbeat)
      await client.end().catch(() => undefined)
    }
    const lose = (error: Error) => {
      if (isOver) return
      void end()
      if (isClosed) return
      onLost(error)
      retry = setTimeout(connect, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures))
      failures += 1
    }
    client.on('error', lose)
    client.on('end', () => lose(new Error('the server closed the connection')))
    client.on('notification', ({ channel, payload = '' }) => {
      if (isChannel(channel)) onChange({ kind: CHANNELS[channel], ownerId: payload })
    })
    try {
      await client.connect()
      await requireServer(client)
      for (const channel of Object.keys(CHANNELS)) await client.query(`listen ${channel}`)
    } catch (error) {
      return lose(error instanceof Error ? error : new Error(String(error)))
    }
    if (isOver) return
    failures = 0
    heartbeat = setInterval(() => client.query('select 1').catch(lose), HEARTBEAT_MS)
    onListening()
  }
  void connect()

  return {
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await end()
    },
  }
}

type Channel = keyof typeof CHANNELS

/** Announce to every process, about a member, a staff account or a queue. Within a transaction, after its commit. */
export const announce = (db: Db, channel: Channel, about = ''): Promise<void> =>
  notifyAfterCommit(db, { channel, payload: about })

function createClient(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'chuma-listen',
  })
}

/** PgBouncer reports a process number of its own, and a client that listens through it hears nothing. */
async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const announced = 'processID' in client ? client.processID : undefined
  if (rows[0]?.pid !== announced)
    throw new Error('a pool of connections is in between: DATABASE_DIRECT_URL has to name PostgreSQL itself')
}

function isChannel(name: string): name is keyof typeof CHANNELS {
  return Object.hasOwn(CHANNELS, name)
}
