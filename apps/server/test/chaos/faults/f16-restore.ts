import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkDatabase } from '../check-invariants.ts'
import { seconds } from '../describe-time.ts'
import type { Fault } from '../fault.ts'
import { findPorts } from '../find-ports.ts'
import type { Site } from '../open-site.ts'
import { startPostgres } from '../start-postgres.ts'
import { waitUntil } from '../wait-until.ts'

export const restore: Fault = {
  id: 'F16',
  title: 'base backup under load, then a restore to a point in time',
  bar: 'everything acknowledged before that point is there, and nothing is broken',
  strike: async (site) => {
    const { cluster, book, yard } = site
    const began = performance.now()
    const folder = await backUp(site)
    const backedUp = performance.now()
    await delay(3000)
    // In this order: what is acknowledged by now is older than the moment.
    const acknowledged = [...book().kept]
    const [moment] = await cluster.query<{ now: string }>('select clock_timestamp()::text as now')
    await delay(3000)
    await waitUntilArchived(site)

    const restoring = performance.now()
    const [port = 0] = await findPorts(1)
    const recovery = [
      `restore_command = 'cp ${cluster.archive}/%f %p'`,
      `recovery_target_time = '${moment?.now}'`,
      "recovery_target_action = 'promote'",
      'recovery_target_inclusive = on',
      'archive_mode = off',
      "synchronous_standby_names = ''",
    ].join('\n')
    yard.write('restored/data/recovery.signal', '')
    const database = await startPostgres(site, { name: 'restored', port, folder, settings: recovery })
    try {
      await waitUntil(async () => !(await database.isRecovering()), {
        what: 'a restored database',
        withinMs: 120_000,
      })
      const took = performance.now() - restoring
      const { lost, broken } = await checkDatabase({
        query: database.query,
        url: cluster.url({ port }, 'chuma', site.databasePassword),
        kept: acknowledged,
      })
      const [later] = await database.query<{ n: number }>(
        'select count(*)::int as n from posting where created_at > $1::timestamptz',
        [moment?.now],
      )
      return {
        notes: [
          `backup in ${seconds(backedUp - began)}, restored in ${seconds(took)}, ${acknowledged.length} acknowledged before the moment`,
        ],
        complaints: [
          ...broken,
          ...(lost > 0 ? [`${lost} of what was acknowledged before the moment are missing`] : []),
          ...(later?.n ? [`${later.n} postings are younger than the moment`] : []),
        ],
      }
    } finally {
      database.kill()
    }
  },
}

async function backUp({ cluster, yard, programs }: Site): Promise<string> {
  const leader = await cluster.findLeader()
  const folder = path.join(yard.makeFolder('restored'), 'data')
  await yard.run({
    file: path.join(programs.postgresBin, 'pg_basebackup'),
    args: [
      ...['-h', leader.host, '-p', String(leader.port), '-U', cluster.replication.user],
      ...['-D', folder, '-X', 'none', '-c', 'fast'],
    ],
    env: { PGPASSWORD: cluster.replication.password },
  })
  return folder
}

/** Waits until the last segment of the log is in the archive too. */
async function waitUntilArchived({ cluster }: Site): Promise<void> {
  const [row] = await cluster.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  await waitUntil(() => existsSync(path.join(cluster.archive, row?.file ?? '')), {
    what: 'an archive of what was written',
    withinMs: 60_000,
  })
}
