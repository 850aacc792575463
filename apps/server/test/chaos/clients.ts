import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Book, Operation } from './book.ts'
import { type Answer, call } from './call.ts'
import type { Member, Members } from './members.ts'

type Options = { port: number; members: Members; book: Book; staffToken: string; clients?: number }
type Step = { operation: Operation; method: string; path: string; body?: object; isKeyed: boolean }

const PAUSE_MS = 25
const RETRY_MS = 150
/** Slower than payments leave, so that nothing queues up behind the worker. */
const STAFF_PAUSE_MS = 2000
/** How long the last unknown outcomes are retried when the load ends. */
const LAST_TRIES_MS = 60_000

const claim: Step = { operation: 'daily', method: 'POST', path: '/api/daily-login', isKeyed: false }
const spin: Step = { operation: 'spin', method: 'POST', path: '/api/spin-wheel/spin', isKeyed: false }
const withdraw = ({ mpesaNumber }: Member): Step => ({
  operation: 'withdraw',
  method: 'POST',
  path: '/api/withdrawals',
  body: { withdrawalMethod: 'mpesa', pointsToWithdraw: 3, mpesaNumber },
  isKeyed: true,
})

/** Start members who earn and withdraw, and a staff account that approves. Each retries until the outcome is known. */
export function startLoad({ port, members, book, staffToken, clients = 6 }: Options) {
  const stopping = new AbortController()
  const isOver = () => stopping.signal.aborted
  let deadline = Number.POSITIVE_INFINITY

  async function askUntilKnown(member: Member, step: Step, agent: Agent): Promise<void> {
    const key = randomUUID()
    const { method, path, operation, body } = step
    const ask = () =>
      call({
        port,
        method,
        path,
        agent,
        token: member.token,
        address: member.address,
        ...(step.isKeyed ? { key } : {}),
        ...(body ? { body } : {}),
      })
    const kept = { operation, memberId: member.memberId, key }
    for (let tries = 1; performance.now() < deadline; tries++) {
      const began = performance.now()
      const answer = await ask().catch((error: Error) => error)
      if (answer instanceof Error) book.fail(`${operation} ${nameError(answer)}`, performance.now() - began)
      else if (answer.status === 200 || answer.status === 201) {
        book.keep({ ...kept, made: readId(answer), body: answer.text }, answer.ms)
        // Now and then a client misses the response and repeats the call.
        if (step.isKeyed && Math.random() < 0.1) await compareRepeat(answer, ask)
        return
      } else if (answer.status === 409 && tries > 1 && answer.text.includes('DONE_TODAY')) {
        // The try with the unknown outcome had succeeded.
        book.keep({ ...kept, made: '', body: '' }, answer.ms)
        return
      } else if (answer.status >= 500)
        book.fail(`${operation} ${answer.status}${nameCode(answer)}`, answer.ms)
      else {
        book.complain(`${operation} was refused: ${answer.status} ${answer.text.slice(0, 200)}`)
        return
      }
      await delay(RETRY_MS)
    }
    book.complain(`${operation} of ${member.memberId} was never known`)
  }

  async function compareRepeat(first: Answer, ask: () => Promise<Answer>): Promise<void> {
    const again = await ask().catch(() => undefined)
    if (!again || again.status >= 500) return
    const changed = again.status !== first.status || readId(again) !== readId(first)
    if (changed) book.complain(`a repeat answered ${again.status} ${again.text.slice(0, 200)}`)
  }

  async function live(): Promise<void> {
    while (!isOver()) {
      const member = members.next()
      if (!member) {
        await delay(100)
        continue
      }
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const journey = [claim, spin, withdraw(member), withdraw(member), withdraw(member)]
      for (const step of journey) {
        if (isOver()) break
        await askUntilKnown(member, step, agent)
        await delay(PAUSE_MS)
      }
      agent.destroy()
    }
  }

  async function approve(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const asStaff = { port, agent, token: staffToken }
    while (!isOver()) {
      const list = { ...asStaff, method: 'GET', path: '/api/admin/withdrawals?status=pending&limit=2' }
      const answer = await call(list).catch(() => undefined)
      const rows =
        answer?.status === 200 ? (JSON.parse(answer.text) as { id: string; isInReview: boolean }[]) : []
      for (const { id } of rows) {
        if (!isOver()) await approveOne({ ...asStaff, id })
      }
      await delay(STAFF_PAUSE_MS)
    }
    agent.destroy()
  }

  async function approveOne({ id, ...asStaff }: { port: number; agent: Agent; token: string; id: string }) {
    const path = `/api/admin/withdrawals/${id}`
    const body = { status: 'approved', adminNotes: '' }
    for (let tries = 1; performance.now() < deadline; tries++) {
      const began = performance.now()
      const answer = await call({ ...asStaff, method: 'PUT', path, body }).catch((error: Error) => error)
      const isDone =
        !(answer instanceof Error) && (answer.status === 200 || (answer.status === 409 && tries > 1))
      if (isDone) {
        book.keep({ operation: 'approve', memberId: '', key: '', made: id, body: '' }, answer.ms)
        return
      }
      if (answer instanceof Error) book.fail(`approve ${nameError(answer)}`, performance.now() - began)
      else if (answer.status >= 500) book.fail(`approve ${answer.status}${nameCode(answer)}`, answer.ms)
      else return
      await delay(RETRY_MS)
    }
  }

  const running = [...Array.from({ length: clients }, live), approve()]
  return {
    /** Starts nothing new, and retries what was started until its outcome is known. */
    stop: async () => {
      deadline = performance.now() + LAST_TRIES_MS
      stopping.abort()
      await Promise.all(running)
    },
  }
}

function nameError(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function nameCode({ text }: Answer): string {
  const [, code = ''] = /"code":"(\w+)"/.exec(text) ?? []
  return code && ` ${code}`
}

/** Read the id of what was made; rewards have none. */
function readId({ text }: Answer): string {
  const { id = '' } = JSON.parse(text) as { id?: string }
  return id
}
