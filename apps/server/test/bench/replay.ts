import { randomUUID } from 'node:crypto'
import type { Statement } from '@chuma/db/testing'
import type pg from 'pg'
import type { Person } from './people.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/
const INSERT = /\binsert into\b/i

/**
 * Prepare the statements of one call for replay by another person: values that named the recorded person name the new one,
 * and ids that PostgreSQL or the call generated are replaced with newly generated ones.
 */
export function prepareReplay(statements: readonly Statement[], recorded: Person) {
  const made = new Set<string>()
  const steps = statements.map(({ rows, ...statement }) => {
    const personal = statement.values.map((value) => isPersonal(value, recorded, made))
    const ids = Object.entries(rows[0] ?? {}).flatMap(([column, value]) =>
      typeof value === 'string' && UUID.test(value) && value !== recorded.memberId ? [{ column, value }] : [],
    )
    // An id that is inserted and returned as it was sent is the call's own. One that is read is what the call is about.
    const chosen = ids
      .map(({ value }) => value)
      .filter((id) => INSERT.test(statement.text) && !made.has(id) && statement.values.includes(id))
    for (const { value } of ids) made.add(value)
    const isOwn = (value: unknown) => typeof value === 'string' && chosen.some((id) => value.includes(id))
    return {
      ...statement,
      personal: personal.map((is, place) => is || isOwn(statement.values[place])),
      ids,
      chosen,
    }
  })
  const [first] = steps
  if (!first) throw new Error('a call that asks PostgreSQL nothing has no yardstick')
  const begin = steps.findIndex(({ text }) => /^begin/i.test(text))
  const isWrite = begin >= 0
  const alone = steps.slice(0, isWrite ? begin : 1)
  const others = steps.slice(alone.length)

  /** Statements before the transaction, or the one that identifies the caller, run alone; a reader's queries then run together. */
  return async (pool: pg.Pool, person: Person): Promise<unknown> => {
    const words = new Map([
      [recorded.memberId, person.memberId],
      [recorded.email, person.email],
      [recorded.mpesaNumber, person.mpesaNumber],
    ])
    const ask = async (
      asker: pg.Pool | pg.PoolClient,
      { text, name, values, personal, ids, chosen }: typeof first,
    ) => {
      for (const id of chosen) words.set(id, randomUUID())
      const own = values.map((value, place) => (personal[place] ? exchange(value, words, person) : value))
      const { rows } = await asker.query(name ? { name, text, values: own } : { text, values: own })
      for (const { column, value } of ids) {
        if (!rows[0]) throw new Error(`returned nothing for another person: ${text}`)
        words.set(value, String(rows[0][column]))
      }
      return rows
    }
    for (const step of alone) await ask(pool, step)
    if (!isWrite) return Promise.all(others.map((step) => ask(pool, step)))
    const client = await pool.connect()
    try {
      let rows: unknown
      for (const step of others) rows = await ask(client, step)
      return rows
    } finally {
      client.release()
    }
  }
}

function isPersonal(value: unknown, { memberId, email, mpesaNumber }: Person, made: ReadonlySet<string>) {
  if (Buffer.isBuffer(value)) return true
  return (
    typeof value === 'string' && [memberId, email, mpesaNumber, ...made].some((own) => value.includes(own))
  )
}

function exchange(value: unknown, words: ReadonlyMap<string, string>, { tokenHash }: Person): unknown {
  if (typeof value !== 'string') return Buffer.from(tokenHash, 'hex')
  let text = value
  for (const [from, to] of words) text = text.replaceAll(from, to)
  return text
}
