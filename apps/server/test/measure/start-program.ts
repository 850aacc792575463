import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '../../../..')

type Program = { args: string[]; port: number; probe: string; env?: NodeJS.ProcessEnv }

/** Start a separate process, so that the measured program shares no event loop with the measuring one. */
export async function startProgram({ args, port, probe, env }: Program) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}${probe}`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} did not start`)
    await delay(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, stop }
}
