import type { FastifyBaseLogger } from 'fastify'

type Closable = { name: string; close: () => Promise<unknown> }

/** Close what is open, front to back, on the first SIGTERM or SIGINT; a terminal may send it twice. */
export function stopOnSignal(opened: Closable[], log: FastifyBaseLogger): () => Promise<void> {
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= closeAll(opened, log)
    return stopping
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      void stop().then(() => process.exit(0))
    })
  }
  return stop
}

async function closeAll(opened: Closable[], log: FastifyBaseLogger): Promise<void> {
  for (const { name, close } of opened) {
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, `closing ${name} failed`)
    }
  }
}
