import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { build, serverEntry } from './build.mjs'
import { install } from './install.mjs'
import { reportStep } from './report-step.mjs'
import { runMain, Stop } from './run-command.mjs'
import { startServer } from './start-server.mjs'

const TRIES = 200
const WARM_UP = 20
/** Below this, network jitter hides the difference unless an attacker makes very many attempts. */
const NEGLIGIBLE_MS = 1

const person = { firstName: 'Ann', lastName: 'Bee', country: 'Kenya' }
const chosen = { password: 'secret-9', confirmPassword: 'secret-9' }

/** Every public call that takes an email address. */
const calls = [
  { name: 'sign-up', path: '/api/auth/signup', body: { ...person, ...chosen }, status: 200 },
  { name: 'log-in', path: '/api/auth/login', body: { password: 'a wrong guess' }, status: 401 },
  { name: 'another verification link', path: '/api/auth/resend-verification', body: {}, status: 200 },
  { name: 'forgotten password', path: '/api/auth/forgot-password', body: {}, status: 200 },
  { name: 'link to sign in', path: '/api/auth/sign-in-link', body: {}, status: 200 },
]

export function runEnumeration() {
  return runMain(async () => {
    await install()
    await build()
    // Each attempt comes from another IP address, so that no rate limit replaces the answer under test.
    const server = await startServer([serverEntry], { TRUST_PROXY: '1', DEMO: 'on', DEMO_STORY: 'off' })
    try {
      const members = await reportStep(`Signing ${TRIES + WARM_UP} members up`, () =>
        signUpMembers(server.url),
      )
      for (const call of calls) report(call.name, await measure(server.url, call, members))
    } finally {
      await server.stop()
    }
  })
}

/** Alternate both kinds in random order, so that periodic work on the machine affects both alike. */
async function measure(url, { path, body, status }, members) {
  const times = { known: [], unknown: [] }
  for (const [round, member] of members.entries()) {
    const tries = [
      ['known', member],
      ['unknown', newAddress()],
    ]
    if (randomInt(2) === 1) tries.reverse()
    for (const [kind, email] of tries) {
      const began = performance.now()
      const answer = await post(`${url}${path}`, { ...body, email })
      const took = performance.now() - began
      if (answer.status !== status) throw new Stop(`${path} answered ${answer.status} instead of ${status}.`)
      if (round >= WARM_UP) times[kind].push(took)
    }
  }
  return times
}

function report(name, { known, unknown }) {
  const { share, z, probability } = mannWhitney(known, unknown)
  const difference = median(known) - median(unknown)
  const rows = [
    ['known address, median', milliseconds(median(known))],
    ['unknown address, median', milliseconds(median(unknown))],
    ['difference of the medians', milliseconds(difference)],
    ['known takes longer in', `${(share * 100).toFixed(1)} % of all pairs`],
    ['Mann-Whitney', `z = ${z.toFixed(2)}, p = ${probability.toPrecision(2)}`],
    ['verdict', judge({ difference, probability })],
  ]
  process.stdout.write(`\n${name} (${known.length} attempts each)\n`)
  for (const [label, value] of rows) process.stdout.write(`  ${label.padEnd(28)}${value}\n`)
}

function judge({ difference, probability }) {
  if (probability >= 0.01) return 'no difference found in this number of attempts'
  if (Math.abs(difference) < NEGLIGIBLE_MS) return 'measurable here, but smaller than network jitter'
  return 'CAN BE TOLD APART'
}

async function signUpMembers(url) {
  const members = []
  for (let number = 0; number < TRIES + WARM_UP; number++) {
    const email = newAddress()
    await post(`${url}/api/auth/signup`, { ...person, ...chosen, email })
    members.push(email)
  }
  for (const email of members) {
    const token = await waitForToken(url, email)
    const answer = await post(`${url}/api/auth/redeem-link`, { token })
    if (answer.status !== 200) throw new Stop(`A link answered ${answer.status}.`)
  }
  return members
}

async function waitForToken(url, email) {
  for (;;) {
    const mails = await (await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
    const token = /\?token=(\S+)/.exec(mails[0]?.text ?? '')?.[1]
    if (token) return token
    await sleep(50)
  }
}

async function post(url, body) {
  const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  return response
}

function newAddress() {
  return `${randomBytes(12).toString('hex')}@example.com`
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2
}

function milliseconds(value) {
  return `${value.toFixed(2)} ms`
}

/**
 * Compare two samples with the Mann-Whitney U test. `share`: how often a value of the first exceeds one of the second (ties
 * count half). `probability`: of a share at least this far from one half by chance alone.
 */
function mannWhitney(first, second) {
  const ranked = rank([...first, ...second])
  const rankSum = ranked.ranks.slice(0, first.length).reduce((sum, value) => sum + value, 0)
  const u = rankSum - (first.length * (first.length + 1)) / 2
  const pairs = first.length * second.length
  const total = first.length + second.length
  const tieCorrection = ranked.ties.reduce((sum, count) => sum + (count ** 3 - count), 0)
  const variance = (pairs / 12) * (total + 1 - tieCorrection / (total * (total - 1)))
  const distance = Math.max(0, Math.abs(u - pairs / 2) - 0.5)
  const z = variance === 0 ? 0 : distance / Math.sqrt(variance)
  return { share: u / pairs, z, probability: Math.min(1, 2 * upperTail(z)) }
}

/** Equal values share the mean of their ranks. */
function rank(values) {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const ranks = new Array(values.length)
  const ties = []
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && order[end].value === order[start].value) end++
    for (const { index } of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2
    ties.push(end - start)
    start = end
  }
  return { ranks, ties }
}

/** The normal distribution's tail by Abramowitz and Stegun 26.2.17, accurate to seven digits. */
function upperTail(z) {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((inner, factor) => (inner + factor) * t, 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
