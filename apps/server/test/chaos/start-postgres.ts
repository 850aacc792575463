import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import type { Site } from './open-site.ts'

type Place = { name: string; port: number; folder: string; settings?: string }

/** Start a single PostgreSQL, outside the cluster. */
export async function startPostgres(site: Pick<Site, 'yard' | 'programs' | 'cluster'>, place: Place) {
  const { yard, programs, cluster } = site
  const { name, port, folder, settings = '' } = place
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${yard.makeFolder(name)}'`,
    `hba_file = '${yard.write(`${name}/hba.conf`, 'host all all 127.0.0.0/8 scram-sha-256\n')}'`,
    'max_connections = 200',
    'shared_buffers = 64MB',
    settings,
  ]
  const config = yard.write(`${name}/chaos.conf`, `${lines.join('\n')}\n`)
  const args = ['-D', folder, '-c', `config_file=${config}`]
  let program: ChildProcess | undefined
  let isWanted = true
  const launch = () => {
    program = yard.start(
      { name, file: path.join(programs.postgresBin, 'postgres'), args },
      { asDatabase: true },
    )
    // Restarts it, as systemd does.
    program.once('exit', () => isWanted && yard.isOpen() && setTimeout(launch, 500))
  }
  launch()

  async function query<T extends object>(
    text: string,
    values: unknown[] = [],
    database = 'chuma',
  ): Promise<T[]> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: cluster.superuser,
      database,
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return {
    query,
    isRecovering: async () => {
      const [row] = await query<{ is: boolean }>('select pg_is_in_recovery() as is')
      return row?.is ?? true
    },
    kill: () => {
      isWanted = false
      program?.kill('SIGQUIT')
    },
  }
}
