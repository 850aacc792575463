import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { install } from './install.mjs'
import { openLedger } from './open-ledger.mjs'
import { reportStep } from './report-step.mjs'
import { runMain } from './run-command.mjs'

const ROUNDS = 9
const OPERATIONS = 200
const CLIENTS = 8

/** Each is compared with the bare insert of as many clients in the same round: what else the machine does slows both. */
const measures = [
  { name: 'daily login, 1 client', act: 'claimDailyLogin', clients: 1 },
  { name: 'daily login, 8 clients', act: 'claimDailyLogin', clients: CLIENTS },
  { name: 'reward, 1 client', act: 'reward', clients: 1 },
  { name: 'reward, 8 clients', act: 'reward', clients: CLIENTS },
  { name: 'reward, 8 clients, one member', act: 'rewardOne', clients: CLIENTS },
]
const bare = [
  { name: 'bare insert, 1 client', act: 'insertBare', clients: 1 },
  { name: 'bare insert, 8 clients', act: 'insertBare', clients: CLIENTS },
]

export function runPostings() {
  return runMain(async () => {
    await install()
    const ledger = await reportStep('Starting a database', openLedger)
    try {
      const rounds = []
      await reportStep(`Measuring ${ROUNDS} rounds of ${OPERATIONS}`, async () => {
        // The first one only warms the caches.
        for (let round = 0; round <= ROUNDS; round++) {
          const rates = await measureRound(ledger)
          if (round > 0) rounds.push(rates)
        }
      })
      report(rounds, await ledger.describeServer())
    } finally {
      await ledger.close()
    }
  })
}

/** Operations a second by the measure's name. */
async function measureRound(ledger) {
  const rates = {}
  for (const { name, act, clients } of shuffle([...bare, ...measures])) {
    const members = await ledger.addMembers(OPERATIONS)
    const began = performance.now()
    let next = 0
    const work = async () => {
      while (next < members.length) {
        const memberId = act === 'rewardOne' ? members[0] : members[next]
        next += 1
        await ledger[act === 'rewardOne' ? 'reward' : act](memberId)
      }
    }
    await Promise.all(Array.from({ length: clients }, work))
    rates[name] = (OPERATIONS * 1000) / (performance.now() - began)
  }
  return rates
}

function report(rounds, server) {
  process.stdout.write(`\n${server}, ${availableParallelism()} processors\n\n`)
  const heading = ['a second', 'min', 'median', 'max', 'of bare', 'min', 'median', 'max']
  process.stdout.write(`${formatRow('', heading)}\n`)
  for (const { name } of bare) {
    const rates = rounds.map((round) => round[name])
    process.stdout.write(`${formatRow(name, ['', ...spread(rates).map(whole)])}\n`)
  }
  for (const { name, clients } of measures) {
    const base = bare.find((measure) => measure.clients === clients)?.name
    const rates = rounds.map((round) => round[name])
    const shares = rounds.map((round) => round[name] / round[base])
    const cells = ['', ...spread(rates).map(whole), '', ...spread(shares).map(share)]
    process.stdout.write(`${formatRow(name, cells)}\n`)
  }
}

function formatRow(label, cells) {
  return `${label.padEnd(32)}${cells.map((cell) => cell.padStart(9)).join('')}`.trimEnd()
}

function spread(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
}

const whole = (value) => value.toFixed(0)
const share = (value) => value.toFixed(3)

/** So that no measure is always the one after a checkpoint or before another. */
function shuffle(items) {
  for (let last = items.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[items[last], items[other]] = [items[other], items[last]]
  }
  return items
}
