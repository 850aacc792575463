import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { measureStarts } from './measure-starts.mjs'
import { openPages } from './open-pages.mjs'
import { reportStep } from './report-step.mjs'
import { root, runMain, runQuietly, Stop } from './run-command.mjs'

const server = path.join(root, 'apps', 'server')

/**
 * `isOurs`: runs as its own program, built by `test/bench/build.mjs`; the others start the built server. `times`: multiplies
 * the operations per round, where fewer would measure JIT compilation or a few slow calls. `isLarge`: reads the database of
 * `npm run seed:large`, if there is one.
 */
const PARTS = {
  postings: { isOurs: true, times: 8 },
  doors: { isOurs: true, times: 3 },
  floods: { isOurs: true, times: 5 },
  fairness: { isOurs: true, times: 5 },
  growth: { isOurs: true, times: 1, isLarge: true },
  books: { isOurs: true, times: 1, isLarge: true },
  audience: { isOurs: true, times: 1 },
  results: { isOurs: true, times: 1 },
  live: { isOurs: true, times: 1 },
  start: { measure: measureStarts },
  pages: { measure: openPages },
}

const QUICK = {
  rounds: 3,
  operations: 200,
  sizes: '1000,20000',
  streams: 500,
  audience: 1_000_000,
  silence: 60,
}
const FULL = {
  rounds: 9,
  operations: 1000,
  sizes: '1000,100000',
  streams: 1000,
  audience: 1_000_000,
  silence: 60,
}
/** Checks that the command works; its numbers mean nothing. */
const TINY = { rounds: 1, operations: 16, sizes: '1000,2000', streams: 5, audience: 2000, silence: 2 }

export function runBench(args) {
  return runMain(async () => {
    const { names, ...given } = readArguments(args)
    await install()
    if (names.some((name) => !PARTS[name].isOurs)) await build()
    if (names.some((name) => PARTS[name].isOurs)) await buildPrograms()
    const rows = []
    for (const name of names) {
      const part = PARTS[name]
      const measured = await reportStep(`Measuring ${name}`, () =>
        part.isOurs ? runProgram(name, readOptions(name, given)) : part.measure(given.sizes),
      )
      rows.push(...measured)
    }
    printTable(rows)
  })
}

function readArguments(args) {
  const text = { type: 'string' }
  const flag = { type: 'boolean', default: false }
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { full: flag, tiny: flag, large: text, rounds: text, operations: text },
  })
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name))
  if (unknown) throw new Stop(`Unknown part ${unknown}. Parts: ${Object.keys(PARTS).join(', ')}`)
  const preset = values.full ? FULL : values.tiny ? TINY : QUICK
  const usual = path.join(root, '.data-large')
  const large = values.large ?? process.env.BENCH_LARGE ?? (existsSync(usual) ? usual : undefined)
  return {
    names: positionals.length > 0 ? positionals : Object.keys(PARTS),
    sizes: { ...preset, rounds: Number(values.rounds ?? preset.rounds) },
    operations: values.operations && Number(values.operations),
    large: large && path.resolve(large),
  }
}

function readOptions(name, { sizes, operations, large }) {
  const options = { ...sizes, operations: operations ?? sizes.operations * PARTS[name].times }
  return PARTS[name].isLarge && large ? { ...options, large } : options
}

async function buildPrograms() {
  const { code, output } = await runQuietly(process.execPath, [path.join(server, 'test/bench/build.mjs')])
  if (code !== 0) throw new Stop(`\n${output.trim()}\n\nThe benchmarks could not be built.`)
}

/** Run a part in a separate process, so that its memory does not disturb the next one. */
async function runProgram(name, options) {
  const flags = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)])
  const program = path.join(server, 'dist/bench/main.js')
  const child = fork(program, [name, ...flags], { execArgv: ['--enable-source-maps'] })
  const ended = once(child, 'exit')
  let rows
  child.once('message', (measured) => {
    rows = measured
  })
  const [code] = await ended
  if (code !== 0 || !rows) throw new Stop(`\n${name} could not be measured.`)
  return rows
}

/** Print the Markdown table that docs/benchmarks.md summarises. */
function printTable(rows) {
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} processors, ${memory}`
  const lines = [
    ['Part', 'What', 'Here', 'Yardstick', 'Ratio', 'Goal', ''],
    ['---', '---', '---:', '---:', '---:', '---:', '---'],
    ...rows.map(({ part, what, here, yardstick, ratio, goal }) => [
      part,
      what,
      here,
      yardstick,
      ratio,
      goal?.text ?? '',
      goal ? (goal.isMet ? 'met' : '**missed**') : '',
    ]),
  ]
  process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}\n\n`)
  for (const cells of lines) process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
