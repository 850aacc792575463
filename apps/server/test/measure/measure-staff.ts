import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fillLarge } from './fill-large.ts'
import { openDesk } from './open-desk.ts'
import { openLarge } from './open-large.ts'
import { readSizes } from './read-sizes.ts'

// Measures the staff pages on all the data, beside the same pages on one per cent of it. It uses the data that
// `npm run seed:large` put in .data-large, or seeds it with the same flags. Started by `npm run measure:staff`.
const { sizes, rounds, folder } = readSizes(process.argv.slice(2))
const hundredth = (count: number) => Math.round(count / 100)
const smallSizes = {
  members: hundredth(sizes.members),
  postings: hundredth(sizes.postings),
  withdrawals: hundredth(sizes.withdrawals),
}
const smallFolder = mkdtempSync(path.join(tmpdir(), 'chuma-measure-'))
// The account that PostgreSQL runs as must be able to enter it.
chmodSync(smallFolder, 0o755)
const closings: (() => unknown)[] = [() => rmSync(smallFolder, { recursive: true, force: true })]
try {
  const open = async (place: string, of: typeof sizes) => {
    const opened = await openLarge({ folder: place })
    closings.push(opened.close)
    await fillLarge(opened.db, of, opened.place)
    const desk = await openDesk(opened.db)
    closings.push(desk.close)
    return desk
  }
  const large = await open(folder, sizes)
  const small = await open(smallFolder, smallSizes)
  const smallCalls = new Map((await small.listCalls()).map((call) => [call.label, call]))
  const pairs = (await large.listCalls()).flatMap((call) => {
    const other = smallCalls.get(call.label)
    return other ? [{ call, other }] : []
  })

  const times = pairs.map(({ call }) => ({ call, large: [] as number[], small: [] as number[] }))
  // The first round warms the caches.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { call, other }] of pairs.entries()) {
      const taken = { small: await small.time(other), large: await large.time(call) }
      if (round === 0) continue
      times[index]?.small.push(taken.small)
      times[index]?.large.push(taken.large)
    }
  }
  report(times)
} finally {
  for (const close of closings.reverse()) await close()
}

type Times = { call: { path: string; input: object }; large: number[]; small: number[] }

/** Print a line for each procedure: its median call at both sizes, and its slowest call on all the data. */
function report(times: readonly Times[]): void {
  const heading = ['1 %', '100 %', 'times', 'slowest'].map((word) => word.padStart(9)).join('')
  say(`${'median, milliseconds'.padEnd(32)}${heading}`)
  for (const procedure of new Set(times.map(({ call }) => call.path))) {
    const calls = times.filter(({ call }) => call.path === procedure)
    const ratios = calls.flatMap((call) =>
      call.large.map((taken, round) => taken / (call.small[round] ?? taken)),
    )
    const middle = (size: 'large' | 'small') => median(calls.map((call) => median(call[size])))
    const [slowest] = [...calls].sort((a, b) => median(b.large) - median(a.large))
    const cells = [middle('small'), middle('large'), median(ratios), median(slowest?.large ?? [])]
    const numbers = cells.map((cell) => cell.toFixed(1).padStart(9)).join('')
    say(`${procedure.padEnd(32)}${numbers}  ${calls.length > 1 ? JSON.stringify(slowest?.call.input) : ''}`)
  }
  const all = times.flatMap((call) => call.large.map((taken, round) => taken / (call.small[round] ?? taken)))
  say(`${'all'.padEnd(32)}${''.padStart(18)}${median(all).toFixed(1).padStart(9)}`)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function say(line: string): void {
  process.stdout.write(`${line.trimEnd()}\n`)
}
