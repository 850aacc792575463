import { parseArgs } from 'node:util'
import { startSimulator } from './start-simulator.ts'

try {
  await main()
} catch (error) {
  process.stderr.write(`mpesa-simulator: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4010' }, state: { type: 'string' } },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${values.port} is no port`)
  const simulator = await startSimulator({ port, ...(values.state ? { stateFile: values.state } : {}) })
  process.stdout.write(`M-Pesa simulator listening on ${simulator.url}\n`)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void simulator.close()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
