import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Done, Order, Usage } from './serve.ts'

/** Start the product and its yardstick on a database, in a separate process. */
export async function startServer(databaseUrl: string) {
  const child = fork(path.join(import.meta.dirname, 'serve.js'), [databaseUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc', '--enable-source-maps'],
  })
  const ended = once(child, 'exit').then(() => [null])
  const hear = async () => {
    const [said] = await Promise.race([once(child, 'message'), ended])
    if (said === null) throw new Error('The measured server ended')
    return said as Done
  }
  const opened = await hear()
  if (opened === 'done' || !('here' in opened))
    throw new Error('The measured server said something else than where it is')
  const order = async (what: Order): Promise<Done> => {
    child.send(what)
    return hear()
  }
  const readUsage = async (): Promise<Usage> => {
    const usage = await order({ kind: 'usage' })
    if (usage === 'done' || !('megabytes' in usage))
      throw new Error('The measured server said something else than what it uses')
    return usage
  }
  const stop = async () => {
    child.disconnect()
    await ended
  }
  return { ...opened, order, readUsage, stop, pid: child.pid ?? 0 }
}
