import { parseArgs } from 'node:util'
import { startSimulator } from './start-simulator.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4011' }, 'report-to': { type: 'string' } },
})
const simulator = await startSimulator({
  port: Number(values.port),
  ...(values['report-to'] ? { reportUrl: values['report-to'] } : {}),
})
process.stdout.write(
  `SMS simulator listening on ${simulator.url}, user ${simulator.username}, key ${simulator.apiKey}\n`,
)
const stop = () => void simulator.close()
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
