import type { Cluster } from './cluster.ts'
import { SUPERUSER } from './load-credentials.ts'
import { runCommand } from './run-command.ts'

/** The way back in when the file with the passwords is lost: single-user mode asks for none. */
export async function resetSuperuserPassword(cluster: Cluster, password: string): Promise<void> {
  await runCommand({
    file: cluster.binaries.postgres,
    args: ['--single', '-D', cluster.dataDir, 'postgres'],
    account: cluster.account,
    input: `alter role ${SUPERUSER} password '${password}'\n`,
  })
}
