import type { Answer } from '@chuma/contract/fields'
import type { ProofKind } from '@chuma/contract/tasks/task-kinds'
import type { adminProof, ListProofsInput } from '@chuma/contract/tasks/tasks'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'
import { announce } from '../listen.ts'

export type ProofRef = { memberId: string; proofId: string }
type NewProof = { memberId: string; taskId: string; kind: ProofKind; proof: string; points: number }

/** Store a proof; undefined while one of this member for this task waits or was approved. */
export async function insertProof(db: Db, proof: NewProof) {
  const inserted = await db
    .insertInto('taskProof')
    .values(proof)
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'taskId']).where('state', '<>', 'rejected').doNothing(),
    )
    .returning(['proofId as id', 'state', 'points', 'submittedAt'])
    .executeTakeFirst()
  if (inserted) await announce(db, 'waiting_change')
  return inserted
}

/** Find a proof's owner, which must be known before anything of it can be locked. */
export function findProofRef(db: Db, proofId: string, memberId?: string): Promise<ProofRef | undefined> {
  return db
    .selectFrom('taskProof')
    .select(['memberId', 'proofId'])
    .where('proofId', '=', proofId)
    .$if(memberId !== undefined, (query) => query.where('memberId', '=', memberId ?? ''))
    .executeTakeFirst()
}

/** Serialises decisions about this proof. */
export function lockProof(trx: Trx, { memberId, proofId }: ProofRef) {
  return trx
    .selectFrom('taskProof')
    .innerJoin('task', 'task.taskId', 'taskProof.taskId')
    .select([
      'taskProof.memberId',
      'taskProof.proofId',
      'taskProof.taskId',
      'taskProof.kind',
      'taskProof.state',
      'taskProof.points',
      'task.title',
    ])
    .where('taskProof.memberId', '=', memberId)
    .where('taskProof.proofId', '=', proofId)
    .forUpdate('taskProof')
    .executeTakeFirstOrThrow()
}

export type LockedProof = Awaited<ReturnType<typeof lockProof>>

type ProofState = LockedProof['state']
export type ProofDecision = { reason: string | null; decidedBy: string }

/** Only `moveProof` calls this. False when the proof is not in `from`: nothing has changed then. */
export async function updateProofState(
  trx: Trx,
  { memberId, proofId }: ProofRef,
  { from, to, reason, decidedBy }: ProofDecision & { from: ProofState; to: ProofState },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('taskProof')
    .set({ state: movedTo(to), reason, decidedBy, decidedAt: sql<Date>`statement_timestamp()` })
    .where('memberId', '=', memberId)
    .where('proofId', '=', proofId)
    .where('state', '=', from)
    .executeTakeFirst()
  await announce(trx, 'waiting_change')
  return numUpdatedRows === 1n
}

/** List a member's undecided proofs. */
export function listOpenProofs(trx: Trx, memberId: string): Promise<ProofRef[]> {
  return trx
    .selectFrom('taskProof')
    .select(['memberId', 'proofId'])
    .where('memberId', '=', memberId)
    .where('state', '=', 'submitted')
    .execute()
}

/** Read what the mail about a decision says, and its recipient; undefined when they are erased. */
export function findProofNews(db: Db, { memberId, proofId }: ProofRef) {
  return db
    .selectFrom('taskProof')
    .innerJoin('task', 'task.taskId', 'taskProof.taskId')
    .innerJoin('member', 'member.memberId', 'taskProof.memberId')
    .select(['email', 'firstName', 'task.title', 'taskProof.state', 'taskProof.points', 'taskProof.reason'])
    .where('taskProof.memberId', '=', memberId)
    .where('taskProof.proofId', '=', proofId)
    .where('member.erasedAt', 'is', null)
    .executeTakeFirst()
}

export type ProofRow = Omit<Answer<typeof adminProof>, 'proofUrl' | 'taskUrl'> & { url: string | null }

/** Each with the member's other proofs: as many rows as they have done tasks, found by the member's id. */
function selectProofs(db: Db) {
  return db
    .selectFrom('taskProof')
    .innerJoin('task', 'task.taskId', 'taskProof.taskId')
    .innerJoin('member', 'member.memberId', 'taskProof.memberId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('taskProof as earlier')
          .whereRef('earlier.memberId', '=', 'taskProof.memberId')
          .whereRef('earlier.proofId', '<>', 'taskProof.proofId')
          .select([
            sql<number>`count(*) filter (where earlier.state = 'approved')`.as('approvedBefore'),
            sql<number>`count(*) filter (where earlier.state = 'rejected')`.as('rejectedBefore'),
          ])
          .as('others'),
      (join) => join.onTrue(),
    )
    .select([
      'taskProof.proofId as id',
      'taskProof.memberId as userId',
      sql<string>`member.first_name || ' ' || member.last_name`.as('userName'),
      'member.email as userEmail',
      'taskProof.taskId',
      'task.title',
      'task.description',
      'task.instructions',
      'task.url',
      'taskProof.kind',
      'taskProof.proof',
      'taskProof.points',
      'taskProof.state',
      'taskProof.reason',
      'taskProof.submittedAt',
      'taskProof.decidedAt',
      'taskProof.decidedBy',
      'approvedBefore',
      'rejectedBefore',
    ])
}

/** List oldest first; the next page starts after the last `id` of this one. */
export function listProofs(db: Db, { state, after, limit }: ListProofsInput): Promise<ProofRow[]> {
  return selectProofs(db)
    .$if(state !== undefined, (query) => query.where('taskProof.state', '=', state ?? 'submitted'))
    .$call(pageOf({ table: 'taskProof', by: ['submittedAt', 'proofId'], order: 'asc', after, limit }))
    .execute()
}

export function getProof(db: Db, { memberId, proofId }: ProofRef): Promise<ProofRow> {
  return selectProofs(db)
    .where('taskProof.memberId', '=', memberId)
    .where('taskProof.proofId', '=', proofId)
    .executeTakeFirstOrThrow()
}
