import type { Db, Trx } from '@chuma/db/client'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { canMove, MOVERS, type Mover, type StateMachine, type Step } from './state-machine.ts'

type Look<State> = {
  state: State
  /** The table's effects that are visible in the database, including earlier ones. */
  did: string[]
  /** Everything else that a step can change. */
  row: unknown
}

type World<State extends string, Row, Locked> = {
  /** Create a row, in any state. */
  given: () => Promise<Row>
  /** Put a row into a state without the machine, but as the machine would have left it. */
  put: (trx: Trx, row: Row, state: State) => Promise<unknown>
  lock: (trx: Trx, row: Row) => Promise<Locked>
  move: (trx: Trx, locked: Locked, step: { to: State; by: Mover }) => Promise<unknown>
  look: (trx: Trx, row: Row) => Promise<Look<State>>
}

/** Declare a test for each state: every step in the table works and has its effects, and every other changes nothing. */
export function testEveryStep<State extends string, Effect extends string, Row, Locked>(
  db: Db,
  machine: StateMachine<State, Effect>,
  world: World<State, Row, Locked>,
): void {
  const states = Object.keys(machine.states) as State[]
  test.each(states)(
    `${machine.name}: from %s the steps of the table can be taken, and no other`,
    async (from) => {
      const row = await world.given()
      const trx = await db.startTransaction().execute()
      try {
        await world.put(trx, row, from)
        const locked = await world.lock(trx, row)
        const before = await world.look(trx, row)
        expect(before.state).toBe(from)
        const steps = states.flatMap((to) => MOVERS.map((by) => ({ from, to, by })))
        for (const step of steps.filter((step) => !canMove(machine, step))) {
          await expectRefusal(machine, world.move(trx, locked, step), step)
        }
        expect(await world.look(trx, row)).toEqual(before)
        for (const step of steps.filter((step) => canMove(machine, step))) {
          const undone = await trx.savepoint('step').execute()
          await world.move(undone, locked, step)
          await sql`set constraints all immediate`.execute(undone)
          const { state, did } = await world.look(undone, row)
          expect({ state, did: did.toSorted() }, nameOf(step)).toEqual({
            state: step.to,
            did: [...before.did, ...effectsOf(machine, step)].toSorted(),
          })
          // The row that was read is outdated by now.
          if (step.to !== from) await expectRefusal(machine, world.move(undone, locked, step), step)
          await undone.rollbackToSavepoint('step').execute()
        }
      } finally {
        await trx.rollback().execute()
      }
    },
  )

  test(`${machine.name}: each step has one row, and every state can be reached`, () => {
    const reached = new Set<string>(machine.begins.map(({ to }) => to))
    for (const by of MOVERS) {
      const steps = (machine.moves[by] ?? []).flatMap(({ from, to }) => from.map((one) => `${one} to ${to}`))
      expect(new Set(steps).size, by).toBe(steps.length)
      for (const { to } of machine.moves[by] ?? []) reached.add(to)
    }
    expect(states.filter((state) => !reached.has(state))).toEqual([])
  })
}

const nameOf = ({ from, to, by }: Step<string>) => `${by} from ${from} to ${to}`

function expectRefusal<State extends string, Effect extends string>(
  { refusal }: StateMachine<State, Effect>,
  move: Promise<unknown>,
  step: Step<State>,
) {
  return expect(move, nameOf(step)).rejects.toMatchObject(
    refusal ? { code: refusal } : { message: expect.stringContaining('no step') },
  )
}

function effectsOf<State extends string, Effect extends string>(
  { moves }: StateMachine<State, Effect>,
  { from, to, by }: Step<State>,
): readonly Effect[] {
  return moves[by]?.find((row) => row.from.includes(from) && row.to === to)?.does ?? []
}

/** List the names of a member's waiting jobs. */
export async function listJobNames(trx: Kysely<never> | Trx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data ->> 'memberId' = ${memberId} and state = 'created'
  `.execute(trx)
  return rows.map(({ name }) => name)
}
