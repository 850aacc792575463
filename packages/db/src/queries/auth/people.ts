import type { person } from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/fields'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

const LONGEST_LIST = 500

export const personOf = (actor: string) => sql<string | null>`person_of(${actor})`

/** The person behind an actor's name. Null: the system, or a member who is not on the staff. */
export async function findPersonOf(db: Db, actor: string): Promise<string | null> {
  const { personId } = await db.selectNoFrom(personOf(actor).as('personId')).executeTakeFirstOrThrow()
  return personId
}

/** Whether two actors are one person. An actor without a person is only themselves. */
export async function isSamePerson(db: Db, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { isSame } = await db
    .selectNoFrom(sql<boolean>`coalesce(${personOf(one)} = ${personOf(other)}, false)`.as('isSame'))
    .executeTakeFirstOrThrow()
  return isSame
}

/** The member accounts of the person behind an actor, a member's own among them. */
export async function listMembersOf(db: Db, actor: string): Promise<string[]> {
  const rows = await db
    .selectFrom('personMember')
    .select('memberId')
    .where('personId', '=', personOf(actor))
    .execute()
  const [kind, self] = actor.split(':')
  return [...rows.map(({ memberId }) => memberId), ...(kind === 'member' && self ? [self] : [])]
}

export async function insertPerson(trx: Trx): Promise<string> {
  const { personId } = await trx
    .insertInto('person')
    .defaultValues()
    .returning('personId')
    .executeTakeFirstOrThrow()
  return personId
}

export async function isPerson(db: Db, personId: string): Promise<boolean> {
  const found = await db
    .selectFrom('person')
    .select('personId')
    .where('personId', '=', personId)
    .executeTakeFirst()
  return found !== undefined
}

/** Say whose account a member's is. */
export function setPersonOfMember(trx: Trx, { memberId, personId }: { memberId: string; personId: string }) {
  return trx
    .insertInto('personMember')
    .values({ memberId, personId })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet({ personId }))
    .execute()
}

export function unsetPersonOfMember(trx: Trx, memberId: string) {
  return trx.deleteFrom('personMember').where('memberId', '=', memberId).execute()
}

export function setPersonOfStaff(trx: Trx, staffId: string, personId: string) {
  return trx.updateTable('staff').set({ personId }).where('staffId', '=', staffId).execute()
}

/** List the people on the staff with their accounts, those with most accounts first. */
export async function listPeople(db: Db): Promise<Answer<typeof person>[]> {
  const staff = await db
    .selectFrom('staff')
    .select(['personId', 'username', 'role', 'disabledAt'])
    .orderBy('username')
    .limit(LONGEST_LIST)
    .execute()
  const members = await listMembers(db)
  const people = new Map<string, Answer<typeof person>>()
  const get = (id: string) => people.get(id) ?? { id, staff: [], members: [] }
  for (const { personId, disabledAt, ...account } of staff) {
    const known = get(personId)
    people.set(personId, { ...known, staff: [...known.staff, { ...account, isOpen: disabledAt === null }] })
  }
  for (const { personId, ...account } of members) {
    const known = get(personId)
    people.set(personId, { ...known, members: [...known.members, account] })
  }
  return [...people.values()]
}

/** Two queries: members are on several servers, people on the first. */
async function listMembers(db: Db) {
  const links = await db
    .selectFrom('personMember')
    .select(['memberId', 'personId'])
    .limit(LONGEST_LIST)
    .execute()
  if (links.length === 0) return []
  const members = await db
    .selectFrom('member')
    .select(['memberId', 'email', 'adminRole as role'])
    .where(
      'memberId',
      'in',
      links.map(({ memberId }) => memberId),
    )
    .where('erasedAt', 'is', null)
    .orderBy('email')
    .execute()
  const personOfMember = new Map(links.map(({ memberId, personId }) => [memberId, personId]))
  return members.flatMap((member) => {
    const personId = personOfMember.get(member.memberId)
    return personId ? [{ ...member, personId }] : []
  })
}
