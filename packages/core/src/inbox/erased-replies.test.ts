import { contactInput } from '@chuma/contract/inbox/inbox'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { createTestDb, listTraces } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { letDeletionCome } from '../account/testing.ts'
import { visitor } from '../auth/testing.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { givenMail } from './mails/testing.ts'
import { listInbox, replyToMessage, sendMessage } from './messages.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:amina', address: null }

test('an erasure includes answers to the member, even to an address that was never their account’s', async () => {
  const member = await givenMember(db)
  const typed = {
    name: 'Ann Bee',
    email: 'sister@example.com',
    subject: 'A late payout',
    message: 'Two days now.',
  }
  await sendMessage(deps, { ...visitor, member }, contactInput.parse(typed))
  const [message] = (await listInbox(deps, { limit: 1 })).messages
  if (!message) throw new Error('no message')
  const { id, version } = message
  await replyToMessage(deps, staff, { id, version, subject: 'Re: it', text: 'Sent this morning.' })
  const mail = { to: 'sister@example.com', subject: 'Re: it', text: 'Sent this morning.', html: '<p>' }
  await insertCapturedMail(db, mail)
  await givenMail(db, { ...mail, kind: 'sendContactReply', outcome: null })
  // Someone else got another mail at that address.
  await insertCapturedMail(db, { ...mail, subject: 'Welcome', text: 'Hello.' })

  await letDeletionCome(db, member.memberId)
  await eraseMembers(deps)
  expect(await listTraces(db, ['Sent this morning', 'Two days now'])).toEqual([])
  expect(await db.selectFrom('mailDelivery').select('recipient').execute()).toEqual([])
  const kept = await db.selectFrom('capturedMail').select('subject').execute()
  expect(kept).toEqual([{ subject: 'Welcome' }])
})
