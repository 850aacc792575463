import { readFile } from 'node:fs/promises'
import { MAIL_NAMES, MAIL_QUEUES } from '@chuma/contract/mails'
import { expect, test } from 'vitest'
import { system } from '../../i18n/messages/en/system.ts'
import { system as swahili } from '../../i18n/messages/sw/system.ts'
import { nameJob, nameMail } from './mails-section.tsx'

const packages = new URL('../../../../../packages/', import.meta.url)
const read = (path: string) => readFile(new URL(path, packages), 'utf8')
const showKey = ((key: string) => key) as Parameters<typeof nameJob>[0]

/** The names before a colon between two lines of a file. */
function namesBetween(text: string, from: string, to: string, name: RegExp): string[] {
  const start = text.indexOf(from)
  const part = text.slice(start, text.indexOf(to, start))
  return [...part.matchAll(name)].map(([, found = '']) => found)
}

test('every job of the queue has a name in words, in both languages', async () => {
  const house = namesBetween(
    await read('db/src/queries/jobs.ts'),
    'type HouseJobs',
    '\n}',
    /^ {2}'([a-z-]+)':/gm,
  )
  const jobs = [...house, ...MAIL_QUEUES]
  expect(jobs.length).toBeGreaterThan(40)
  for (const job of jobs) {
    expect(nameJob(showKey, job)).toBe(`job.${job}`)
    for (const words of [system, swahili]) expect(words).toHaveProperty([`job.${job}`])
  }
})

test('every mail has a name in words, in both languages', () => {
  expect(MAIL_NAMES.length).toBeGreaterThan(25)
  for (const mail of MAIL_NAMES) {
    expect(nameMail(showKey, mail)).toBe(`mail.${mail}`)
    for (const words of [system, swahili]) expect(words).toHaveProperty([`mail.${mail}`])
  }
})

test('what an older release left behind keeps its own name', () => {
  expect(nameJob(showKey, 'sweep-mail')).toBe('sweep-mail')
  expect(nameMail(showKey, 'sendPostcard')).toBe('sendPostcard')
})
