import { expect, onTestFinished } from 'vitest'
import { parseB2cResult, parseStatusResult } from '../results.ts'
import { parseStkCallback } from '../stk.ts'
import { aPayment, aPush, connectTo, startRecorder, stkConfig } from '../testing.ts'
import { type BehaviourName, behaviours } from './behaviours.ts'
import { type SimulatorOptions, startSimulator } from './start-simulator.ts'

/** A simulator, a client on it and a server that takes the callbacks. */
export async function play(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({ callbackDelayMs: 0, slowCallbackDelayMs: 0, ...options })
  const app = await startRecorder((response) => response.end())
  onTestFinished(simulator.close)
  const daraja = connectTo(simulator.url, { stk: stkConfig })
  const pay = (changes: object = {}) => daraja.sendB2c({ ...aPayment(app.url), ...changes })
  /** Pay a number that behaves so, and wait for the callbacks. */
  async function payAs(behaviour: BehaviourName, changes: object = {}) {
    const outcome = await pay({ msisdn: numberFor(behaviour), ...changes })
    await simulator.idle()
    return outcome
  }
  const calls = (path: string) => app.requests.filter((request) => request.path === path)
  const results = () => calls('/hooks/d/r/0f').map(({ body }) => parseB2cResult(body))
  const timeouts = () => calls('/hooks/d/t/0f')
  async function ask(originatorConversationId: string) {
    const query = { ...aPayment(app.url), originatorConversationId, resultUrl: `${app.url}/hooks/d/q/0f` }
    await expect(daraja.queryTransactionStatus(query)).resolves.toMatchObject({ outcome: 'accepted' })
    await simulator.idle()
    return parseStatusResult(calls('/hooks/d/q/0f').at(-1)?.body)
  }
  const push = (changes: object = {}) => daraja.pushStk({ ...aPush(app.url), ...changes })
  const pushed = () => calls('/hooks/d/s/0f').map(({ body }) => parseStkCallback(body))
  async function control(path: string, body?: object) {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${simulator.url}/_sim/${path}`, init)
    return { status: response.status, body: await response.json() }
  }
  return { simulator, app, daraja, pay, payAs, results, timeouts, ask, push, pushed, control }
}

export const numberFor = (behaviour: BehaviourName) => `254712345${behaviours[behaviour].suffix}`
