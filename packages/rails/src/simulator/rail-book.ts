import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseJson } from '@chuma/mpesa/parse-json'
import type { Failure } from './faults.ts'

export type RailOrder = {
  id: string
  /** The provider's own id. */
  reference: string
  receipt: string
  msisdn: string
  amountKes: number
  status: 'paid' | 'failed' | 'pending'
  failure: Failure | null
  isHidden: boolean
  at: string
}

/** The simulator's money: what the company holds with the provider, and every order. */
export function openRailBook(openingKes: number, stateFile?: string) {
  const orders = new Map<string, RailOrder>()
  let addedKes = openingKes
  if (stateFile && existsSync(stateFile)) {
    for (const line of readFileSync(stateFile, 'utf8').split('\n')) {
      const order = parseJson(line) as RailOrder | undefined
      if (order) orders.set(order.id, order)
    }
  }
  const list = () => [...orders.values()]
  const paid = () => list().filter(({ status }) => status === 'paid')

  return {
    find: (id: string) => orders.get(id),
    findByReference: (reference: string) => list().find((order) => order.reference === reference),
    /** Saved before anybody learns of it: a killed simulator still knows whom it paid. */
    save(order: RailOrder): void {
      if (stateFile) appendFileSync(stateFile, `${JSON.stringify(order)}\n`)
      orders.set(order.id, order)
    },
    orders: list,
    payments: paid,
    addFloat(kes: number): void {
      addedKes += kes
    },
    floatKes: () => addedKes - paid().reduce((sum, { amountKes }) => sum + amountKes, 0),
    /** Ends a pending payment, without a callback. */
    settle(id: string, status: 'paid' | 'failed'): void {
      const order = orders.get(id)
      if (order?.status !== 'pending') return
      this.save({ ...order, status, failure: status === 'paid' ? null : 'unregistered' })
    },
  }
}

export type RailBook = ReturnType<typeof openRailBook>

/** Random instead of counted: unique over restarts and over several simulators on one database. */
export const randomText = (length: number): string =>
  randomBytes(length).toString('hex').slice(0, length).toUpperCase()
