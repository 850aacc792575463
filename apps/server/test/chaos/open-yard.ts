import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export type Yard = ReturnType<typeof openYard>
type Program = { name: string; file: string; args: string[]; env?: NodeJS.ProcessEnv }
type Manner = { asDatabase?: boolean; room?: number | null }

/**
 * Waits until the process at its standard input is gone, however it ended, then ends every process that works in the folder
 * (all were started there, and so were their children) and removes the folder.
 */
const SWEEPER = `
trap '' INT TERM HUP
cat > /dev/null
for turn in 1 2 3 4 5 6 7 8 9 10; do
  left=$(find /proc -maxdepth 2 -name cwd -lname "$1*" 2>/dev/null | cut -d/ -f3)
  [ -n "$left" ] || break
  kill -9 $left 2>/dev/null
  sleep 0.1
done
for mount in $(grep -o " $1/[^ ]*" /proc/mounts); do umount -l "$mount"; done
[ -n "$2" ] || rm -rf "$1"
`

/** Open a folder and the processes that live in it. Nothing of it outlives this process, however it ends. */
export function openYard() {
  const folder = mkdtempSync(path.join(tmpdir(), 'chuma-chaos-'))
  const account = findAccount()
  // The account that PostgreSQL runs as must be able to enter it.
  chmodSync(folder, 0o711)
  const logs = path.join(folder, 'logs')
  mkdirSync(logs)
  const sweeper = spawn('/bin/sh', ['-c', SWEEPER, 'sh', folder, process.env.CHAOS_KEEP ?? ''], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const swept = once(sweeper, 'exit')
  let isOpen = true

  const give = (file: string) => {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid)
  }

  /** Make a folder that belongs to PostgreSQL's account. */
  function makeFolder(name: string): string {
    const made = path.join(folder, name)
    mkdirSync(made, { recursive: true, mode: 0o700 })
    give(made)
    return made
  }

  function start(
    { name, file, args, env = {} }: Program,
    { asDatabase = false, room = null }: Manner = {},
  ): ChildProcess {
    const log = openSync(path.join(logs, `${name}.log`), 'a')
    const cwd = asDatabase ? makeFolder(name) : folder
    const { DATABASE_URL: _, ...inherited } = process.env
    const command = room ? enterRoom(room, [file, ...args]) : { file, args }
    return spawn(command.file, command.args, {
      cwd,
      env: { ...inherited, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      // A Ctrl-C at the terminal is for this process: it must not look like a fault.
      detached: true,
      // Only root can enter a room, and drops its privileges there.
      ...(asDatabase && !room ? account : {}),
    })
  }

  /** Enter a machine's network as PostgreSQL's account. Each command replaces the previous one, so the process keeps its id. */
  function enterRoom(room: number, command: readonly string[]) {
    const identity = ['--setuid', String(account.uid), '--setgid', String(account.gid)]
    return { file: 'nsenter', args: [`--net=/proc/${room}/ns/net`, ...identity, '--', ...command] }
  }

  /** Run one of PostgreSQL's programs to its end. */
  async function run({ file, args, env = {} }: Omit<Program, 'name'>): Promise<void> {
    await promisify(execFile)(file, args, { cwd: folder, env: { ...process.env, ...env }, ...account })
  }

  function write(name: string, text: string): string {
    const file = path.join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    give(file)
    return file
  }

  return {
    folder,
    makeFolder,
    start,
    run,
    write,
    isOpen: () => isOpen,
    close: async () => {
      isOpen = false
      sweeper.stdin.end()
      await swept
    },
  }
}

/** PostgreSQL refuses to run as root. */
function findAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
