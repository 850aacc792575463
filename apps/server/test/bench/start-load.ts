import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Load, Loaded } from './load.ts'

/** Start a process that sends one load after another. */
export function startLoad() {
  const child = fork(path.join(import.meta.dirname, 'load.js'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => [null])
  const send = async (load: Load): Promise<Loaded> => {
    child.send(load)
    const [loaded] = await Promise.race([once(child, 'message'), ended])
    if (loaded === null) throw new Error('What sends the load ended')
    return loaded as Loaded
  }
  /** Ends a load that has no end of its own. */
  const cease = () => child.send('stop')
  const stop = async () => {
    child.disconnect()
    await ended
  }
  return { send, cease, stop }
}
