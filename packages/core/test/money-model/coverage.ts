import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import {
  type AttemptState,
  attemptMachine,
  stateOf,
  type WithdrawalState,
  withdrawalMachine,
} from '../../src/payouts/transitions.ts'
import { MOVERS, type StateMachine } from '../../src/state-machine.ts'
import type { World } from './world.ts'

type Step = { machine: string; from: string; to: string }

/** Let the database note every step of a withdrawal and of its attempts. */
export async function noteSteps(db: Db): Promise<void> {
  await sql`create table step_taken (machine text, before jsonb, after jsonb)`.execute(db)
  await sql`
    create function note_step() returns trigger language plpgsql as $$
    begin
      insert into step_taken values (tg_table_name, to_jsonb(old), to_jsonb(new));
      return null;
    end $$
  `.execute(db)
  await sql`create trigger noted after update of status, payout_state on withdrawal for each row execute function note_step()`.execute(
    db,
  )
  await sql`create trigger noted after update of state on payout_attempt for each row execute function note_step()`.execute(
    db,
  )
}

type Columns = { state: string; status: string; payout_state: string | null }
type Row = { machine: string; before: Columns; after: Columns }

function toStep({ machine, before, after }: Row): Step {
  if (machine === 'payout_attempt') return { machine, from: before.state, to: after.state }
  const read = (row: Columns) =>
    stateOf({ status: row.status, payoutState: row.payout_state } as Parameters<typeof stateOf>[0])
  return { machine, from: read(before), to: read(after) }
}

const keyOf = ({ machine, from, to }: Step) => `${machine}: ${from} → ${to}`

/** Count how often each step between two states was taken. */
export async function countSteps(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<Row>`select machine, before, after from step_taken`.execute(db.withoutPlugins())
  const counts = new Map<string, number>()
  for (const step of rows.map(toStep)) {
    if (step.from === step.to) continue
    counts.set(keyOf(step), (counts.get(keyOf(step)) ?? 0) + 1)
  }
  return counts
}

/** Count the withdrawals that machines still work on, and everything that a step, a message, a statement or a person has changed. */
export async function countMoves({ db, people }: World): Promise<{ open: number; moves: string }> {
  const ids = people.map(({ member }) => member.memberId)
  const { rows } = await sql<{ open: number; moves: string }>`
    select (select count(*)::int from withdrawal where member_id = any(${ids}::uuid[])
        and payout_state in ('queued', 'sending', 'sent', 'unknown', 'needs_review')) as open,
      concat_ws(' ', (select count(*) from step_taken), (select count(*) from posting), (select count(*) from journal_entry),
        (select count(*) from payout_callback), (select count(*) from payout_pause where lifted_at is null),
        (select count(*) from statement_row), (select count(*) from statement_entry)) as moves
  `.execute(db)
  if (!rows[0]) throw new Error('a select of counts gives one row')
  return rows[0]
}

/** The steps between two states that the tables allow, by any of them. */
export function listSteps(): string[] {
  return [...stepsOf('withdrawal', withdrawalMachine), ...stepsOf('payout_attempt', attemptMachine)]
}

function stepsOf<State extends WithdrawalState | AttemptState, Effect extends string>(
  name: string,
  { moves }: StateMachine<State, Effect>,
): string[] {
  const steps = MOVERS.flatMap((by) => moves[by] ?? []).flatMap(({ from, to }) =>
    from.filter((state) => state !== to).map((state) => keyOf({ machine: name, from: state, to })),
  )
  return [...new Set(steps)]
}
