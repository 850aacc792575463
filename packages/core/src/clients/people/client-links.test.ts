import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { visitor } from '../../auth/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { createMailCapture, createTestDeps, refusals } from '../../testing.ts'
import { openClientLink } from '../sessions/log-in-client.ts'
import { givenClient } from '../testing.ts'
import { createClientLink, mailClientLink, sendClientLink } from './client-links.ts'
import { addClientUser, removeClientUser } from './client-users.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

/** A link that staff asked to be mailed, as the job that waits carries it. */
async function givenMailing() {
  const given = await givenClient(deps)
  const { userId } = given
  const answer = await mailClientLink(deps, finance, { userId, days: 7, mostUses: 1 })
  const { rows } = await sql<{ data: Parameters<typeof sendClientLink>[1] }>`
    select data from pgboss.job where name = 'send-client-link' and data ->> 'userId' = ${userId}`.execute(db)
  const [job] = rows
  if (!job) throw new Error('no job waits')
  const { mail, sent } = createMailCapture()
  return { ...given, answer, job: job.data, sent, work: () => sendClientLink({ ...deps, mail }, job.data) }
}

test('a link that is mailed opens once, and its token is in the mail alone', async () => {
  const { email, userId, answer, job, sent, work } = await givenMailing()
  await work()
  const [{ mail: { to, path = '' } = {} } = {}] = sent
  expect(to).toBe(email)
  const token = String(path).split('#')[1] ?? ''
  expect(token).toMatch(/^o_/)
  const { rows } = await sql<{ text: string }>`
    select row_to_json(j)::text as text from pgboss.job j where name = 'send-client-link'
    union all select row_to_json(a)::text from audit_entry a
    union all select row_to_json(l)::text from client_link l`.execute(db)
  const stored = JSON.stringify([rows, answer, job])
  expect(stored).toContain(userId)
  expect(stored).not.toContain(token)
  await openClientLink(deps, visitor, { token })
  await expect(openClientLink(deps, visitor, { token })).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a mailed link that is opened late says so, and one that is mailed again works', async () => {
  const { userId, sent, work } = await givenMailing()
  const tokenOfLast = () => String(sent.at(-1)?.mail.path).split('#')[1] ?? ''
  await work()
  const late = tokenOfLast()
  await sql`update client_link set expires_at = expires_at - interval '7 days' where user_id = ${userId}`.execute(
    db,
  )
  const open = (token: string) => openClientLink(deps, visitor, { token })
  await expect(open(late)).rejects.toMatchObject({ code: 'LINK_INVALID', status: 400 })
  await work()
  expect(await open(tokenOfLast())).toMatchObject({ token: expect.any(String) })
  await expect(open(late)).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('no link is mailed to someone who was removed meanwhile', async () => {
  const { userId, sent, work } = await givenMailing()
  await removeClientUser(deps, finance, { id: userId })
  await work()
  expect(sent).toEqual([])
})

test('no link is mailed about a survey of another organisation', async () => {
  const [{ userId }, other] = [await givenClient(deps), await givenClient(deps)]
  const wish = { userId, surveyId: other.surveyId, days: 7, mostUses: 1 }
  await expect(mailClientLink(deps, finance, wish)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a person is mailed five links an hour, however many members of the team press', async () => {
  const { userId } = await givenClient(deps)
  const wish = { userId, days: 7, mostUses: 1 }
  const calls = await Promise.allSettled(Array.from({ length: 8 }, () => mailClientLink(deps, finance, wish)))
  expect(refusals(calls)).toEqual(Array(3).fill('THROTTLED'))
  // A link that is shown fills nobody's mailbox.
  await createClientLink(deps, finance, wish)
})

test('an organisation is mailed thirty links an hour, and another one is not affected', async () => {
  const { clientId } = await givenClient(deps)
  const mail = (userId = '') => mailClientLink(deps, finance, { userId, days: 7, mostUses: 1 })
  for (let at = 0; at < 6; at += 1) {
    const email = `${clientId}-${at}@client.example`
    const { people } = await addClientUser(deps, finance, { clientId, name: 'Otieno', email })
    const userId = people.find((person) => person.email === email)?.id
    for (let times = 0; times < 5; times += 1) await mail(userId)
  }
  const { people } = await addClientUser(deps, finance, {
    clientId,
    name: 'Wanjiru',
    email: `${clientId}@client.example`,
  })
  await expect(mail(people.at(-1)?.id)).rejects.toMatchObject({ code: 'THROTTLED' })
  await mail((await givenClient(deps)).userId)
})
