import { seconds } from './describe-time.ts'
import type { Fault, Result } from './fault.ts'
import { listFaults } from './faults.ts'
import { findPrograms, type Programs } from './find-programs.ts'
import { makeMachines } from './machines.ts'
import { openSite } from './open-site.ts'
import { openYard, type Yard } from './open-yard.ts'
import { describeResult, describeTable } from './report.ts'
import { runFault } from './run-fault.ts'
import { QUICK_LEASE, SERVERS_LEASE } from './start-cluster.ts'

// Breaks a whole site while it is in use, one fault after the other, and checks each time that its promises still hold.
// Started by `npm run chaos`.
const say = (line: string) => process.stdout.write(`${line}\n`)
const args = process.argv.slice(2)
const isShort = args.includes('--short')
const lease = args.includes('--servers-lease') ? SERVERS_LEASE : QUICK_LEASE

const found = findPrograms()
if ('missing' in found) {
  say(`Passed over: ${found.missing.join(', ')} missing. apt-get install ${found.missing.join(' ')}`)
} else {
  process.exitCode = await run(found.programs, listFaults(args))
  // A load that was broken off may still wait for a response.
  process.exit()
}

async function run(programs: Programs, faults: readonly Fault[]): Promise<number> {
  const yard = openYard()
  closeOnSignal(yard)
  const began = performance.now()
  try {
    const site = await openSite(programs, yard, { lease, machines: await makeMachines(yard, { isShort }) })
    say(`Three databases, two web processes and a worker are up after ${seconds(performance.now() - began)}.`)
    const results: Result[] = []
    for (const fault of faults) {
      const result = await runFault(site, fault, { isShort })
      say(describeResult(result))
      results.push(result)
    }
    await site.close()
    say(describeTable(results))
    return results.every(({ complaints }) => complaints.length === 0) ? 0 : 1
  } finally {
    await yard.close()
  }
}

function closeOnSignal(yard: Yard): void {
  const numbers = { SIGINT: 2, SIGTERM: 15 }
  for (const [signal, number] of Object.entries(numbers)) {
    process.once(signal, () => void yard.close().then(() => process.exit(128 + number)))
  }
}
