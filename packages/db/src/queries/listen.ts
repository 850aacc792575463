import pg from 'pg'

const CHANNELS = {
  withdrawal_change: 'withdrawal',
  points_change: 'points',
  economy_change: 'economy',
  session_end: 'session-end',
} as const

/** Something of a member's is new, a session of a member or of one of the staff has ended, or a rate has changed. */
export type Change = { kind: (typeof CHANNELS)[keyof typeof CHANNELS]; ownerId: string }

type Listening = {
  connectionString: string
  onChange: (change: Change) => void
  /** It listens from now on, for the first time or again: what was announced before may have been missed. */
  onListening: () => void
  /** It does not, and goes on trying. */
  onLost: (error: Error) => void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** A network that forgets a quiet connection tells neither end. */
const HEARTBEAT_MS = 30_000
const ANSWER_MS = 10_000

/**
 * Hears what the triggers announce, on a connection of its own that is opened anew for as long as it takes. It has to be
 * PostgreSQL itself: a pool that lends connections by the transaction forgets who listens.
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

function createClient(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'chuma-listen',
  })
}

/** PgBouncer gives a number of its own as the process that serves, and whoever listened through it would hear nothing. */
async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const announced = 'processID' in client ? client.processID : undefined
  if (rows[0]?.pid !== announced)
    throw new Error('a pool of connections is in between: DATABASE_DIRECT_URL has to name PostgreSQL itself')
}

function isChannel(name: string): name is keyof typeof CHANNELS {
  return Object.hasOwn(CHANNELS, name)
}
