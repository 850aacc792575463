import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fillTemplate } from './fill-template.ts'
import type { Machine } from './machines.ts'
import type { Yard } from './open-yard.ts'
import { createPatroni } from './patroni.ts'
import { listDescendants, readTitle, signalAll } from './processes.ts'

export type Node = ReturnType<typeof createNode>
type Place = { name: string; machine: Machine; port: number; patroniPort: number }

/** Create one machine of the cluster: a Patroni and the PostgreSQL it manages. */
export function createNode(yard: Yard, place: Place, settings: Record<string, string | number>) {
  const { name, machine, port, patroniPort } = place
  const dataDir = path.join(yard.makeFolder(name), 'data')
  const runDir = yard.makeFolder(`${name}/run`)
  const config = yard.write(
    `${name}.yml`,
    fillTemplate('patroni.yml', {
      ...settings,
      NODE_NAME: name,
      NODE_ADDRESS: machine.address,
      POSTGRES_PORT: port,
      PATRONI_PORT: patroniPort,
      DATA_DIR: dataDir,
      RUN_DIR: runDir,
    }),
  )
  let patroni: ChildProcess | undefined

  function findPostmaster(): number | undefined {
    try {
      return Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return undefined
    }
  }
  function listPostgres(): number[] {
    const postmaster = findPostmaster()
    // A dead postmaster's file may name a process id that belongs to another process by now.
    if (!postmaster || !readTitle(postmaster).includes(dataDir)) return []
    return [postmaster, ...listDescendants(postmaster)]
  }

  return {
    name,
    port,
    patroniPort,
    host: machine.address,
    network: machine.network,
    dataDir,
    /** The folder of its socket. */
    runDir,
    rest: createPatroni(machine.address, patroniPort),
    start: () => {
      const env = { PYTHONUNBUFFERED: '1' }
      patroni = yard.start(
        { name, file: String(settings.PATRONI), args: [config], env },
        { asDatabase: true, room: machine.room },
      )
    },
    listPostgres,
    /** Kills everything at once, like a power cut. */
    killMachine: () => {
      const all = listPostgres()
      patroni?.kill('SIGKILL')
      signalAll(all, 'SIGKILL')
      signalAll(listPostgres(), 'SIGKILL')
    },
    killPostmaster: () => signalAll(listPostgres().slice(0, 1), 'SIGKILL'),
    killPatroni: () => patroni?.kill('SIGKILL'),
    /** The processes that send the write-ahead log to the standbys. */
    listWalSenders: () => listPostgres().filter((pid) => readTitle(pid).includes('walsender')),
  }
}
