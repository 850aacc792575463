import type { Fault } from './fault.ts'
import { webKilled } from './faults/f01-web-killed.ts'
import { postmasterKilled } from './faults/f02-postmaster-killed.ts'
import { leaderKilled } from './faults/f03-leader-killed.ts'
import { switchover } from './faults/f04-switchover.ts'
import { standbyKilled } from './faults/f05-standby-killed.ts'
import { etcdDown } from './faults/f06-etcd-down.ts'
import { splitBrain } from './faults/f07-split-brain.ts'
import { control } from './faults/f08-control.ts'
import { network } from './faults/f09-network.ts'
import { exhausted } from './faults/f10-exhausted.ts'
import { diskFull } from './faults/f11-disk-full.ts'
import { clock } from './faults/f12-clock.ts'
import { provider } from './faults/f13-provider.ts'
import { rollingRestart } from './faults/f14-rolling-restart.ts'
import { locks } from './faults/f15-locks.ts'
import { restore } from './faults/f16-restore.ts'
import { machineParted } from './faults/f17-machine-parted.ts'
import { backupRestored } from './faults/f18-backup-restored.ts'

/** In the order in which they run. The control comes last: it breaks what the others must not. */
const faults: readonly Fault[] = [
  webKilled,
  postmasterKilled,
  leaderKilled,
  switchover,
  standbyKilled,
  etcdDown,
  splitBrain,
  network,
  exhausted,
  diskFull,
  clock,
  provider,
  rollingRestart,
  locks,
  restore,
  machineParted,
  backupRestored,
  control,
]

/** What `npm test` runs: the fault of every deployment, and the one that kills the database. */
const SHORT: readonly Fault[] = [rollingRestart, postmasterKilled]

/** @throws Error naming an unknown fault */
export function listFaults(args: readonly string[]): Fault[] {
  if (args.includes('--short')) return [...SHORT]
  const named = args.filter((arg) => arg !== '--servers-lease').map((name) => name.toUpperCase())
  if (named.length === 0) return [...faults]
  const unknown = named.find((name) => faults.every(({ id }) => id !== name))
  if (unknown)
    throw new Error(`${unknown} is not a fault; there are ${faults.map(({ id }) => id).join(', ')}`)
  return faults.filter(({ id }) => named.includes(id))
}
