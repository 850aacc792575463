import { setTimeout as sleep } from 'node:timers/promises'
import { createDb, type Db } from '@chuma/db/client'
import { deleteExpiredBuckets } from '@chuma/db/queries/auth/throttle'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startBehind } from '../admin/testing.ts'
import { lockRows, openTestDb } from '../testing.ts'
import { forgetAttempts, nameBucket, reserveAttempt, type ThrottleRule, toNetwork } from './throttle.ts'

const { db, url } = await openTestDb()
let accounts = 0
const newAccount = () => `account-${accounts++}@example.com`

/** Ends in 0, so that a test can count other addresses of this network. */
const newNetwork = () => `2001:db8:${(accounts++).toString(16)}:0`

/** Null if the attempt passes, otherwise the seconds to wait. */
async function attempt(rule: ThrottleRule, who: string | null, on: Db = db): Promise<number | null> {
  const refusal = await reserveAttempt({ db: on }, rule, who).then(
    () => null,
    (error) => error,
  )
  if (refusal === null) return null
  expect(refusal).toMatchObject({ code: 'THROTTLED', status: 429, fields: null })
  return refusal.failure.params.retryAfterSeconds
}

const attemptTimes = async (rule: ThrottleRule, who: string, times: number) => {
  const waits: (number | null)[] = []
  for (let i = 0; i < times; i++) waits.push(await attempt(rule, who))
  return waits
}

/** The wait after the last attempt on this account, regardless of the elapsed time. */
async function getWait(who: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from blocked_until - expires_at)::int + 24 * 3600 as seconds
    from throttle where bucket = ${nameBucket('log-in-account', who)}
  `.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Move a bucket back in time by `seconds`. */
const letPass = (rule: ThrottleRule, who: string, seconds: number) =>
  sql`
    update throttle set
      expires_at = expires_at - make_interval(secs => ${seconds}),
      blocked_until = blocked_until - make_interval(secs => ${seconds})
    where bucket = ${nameBucket(rule, who)}
  `.execute(db)

const setHits = (rule: ThrottleRule, who: string, hits: number) =>
  db.updateTable('throttle').set({ hits }).where('bucket', '=', nameBucket(rule, who)).execute()

/** Start calls while another transaction holds the bucket, which it releases once all of them wait. */
async function startTogether<T>(bucket: string, start: () => Promise<T>[]): Promise<T[]> {
  const holder = await db.startTransaction().execute()
  await holder
    .insertInto('throttle')
    .values({ bucket, hits: 0, expiresAt: sql<Date>`now()`, blockedUntil: sql<Date>`now()` })
    .execute()
  const calls = start()
  while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
  await holder.rollback().execute()
  return Promise.all(calls)
}

const refused = expect.any(Number)
const fivePass = [null, null, null, null, null, refused]

test('five attempts on an account pass, then each one waits twice as long, up to fifteen minutes', async () => {
  const who = newAccount()
  expect(await attemptTimes('log-in-account', who, 6)).toEqual(fivePass)
  for (const wait of [30, 60, 120, 240, 480, 900, 900, 900]) {
    expect(await getWait(who)).toBe(wait)
    await letPass('log-in-account', who, wait / 2)
    const seconds = await attempt('log-in-account', who)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(wait / 2)
    await letPass('log-in-account', who, wait / 2)
    expect(await attempt('log-in-account', who)).toBeNull()
  }
})

test('years of guessing neither overflow the wait nor end it', async () => {
  const who = newAccount()
  await attemptTimes('log-in-account', who, 4)
  await setHits('log-in-account', who, 2_000_000)
  expect(await attemptTimes('log-in-account', who, 2)).toEqual([null, refused])
  expect(await getWait(who)).toBe(900)
})

test('an account’s count ends after a quiet day, or when its owner authenticates', async () => {
  const who = newAccount()
  await attemptTimes('log-in-account', who, 5)
  await letPass('log-in-account', who, 24 * 3600)
  expect(await attemptTimes('log-in-account', who, 6)).toEqual(fivePass)
  await forgetAttempts({ db }, 'log-in-account', who)
  expect(await attemptTimes('log-in-account', who, 6)).toEqual(fivePass)
})

test('of fifty concurrent attempts exactly five pass', async () => {
  const who = newAccount()
  const results = await startTogether(nameBucket('log-in-account', who), () =>
    Array.from({ length: 50 }, () => attempt('log-in-account', who)),
  )
  expect(results.filter((wait) => wait === null)).toHaveLength(5)
})

test('three hundred sign-ups an hour from one address pass, and the six hundred and first does not', async () => {
  const address = '203.0.113.1'
  expect(await attemptTimes('sign-up-address', address, 300)).toEqual(Array(300).fill(null))
  await setHits('sign-up-address', address, 598)
  expect(await attemptTimes('sign-up-address', address, 3)).toEqual([null, null, refused])
  expect(await attempt('sign-up-address', '203.0.113.2')).toBeNull()
  await letPass('sign-up-address', address, 3600)
  expect(await attempt('sign-up-address', address)).toBeNull()
})

test('a window ends an hour after its first attempt, regardless of later ones', async () => {
  const address = '203.0.113.5'
  await attempt('sign-up-address', address)
  await letPass('sign-up-address', address, 3000)
  await attempt('sign-up-address', address)
  await setHits('sign-up-address', address, 599)
  await letPass('sign-up-address', address, 600)
  expect(await attemptTimes('sign-up-address', address, 2)).toEqual([null, null])
})

test.each([
  ['log-in-account', 1],
  ['log-in-account', 2],
  ['contact-address', 1],
  ['contact-address', 2],
] as const)('%s does not refuse a caller for starting before the %i counted ones', async (rule, before) => {
  const address = `203.0.113.${10 + accounts++}`
  await db.transaction().execute(async (earlier) => {
    await sql`select now()`.execute(earlier)
    expect(await attemptTimes(rule, address, before)).toEqual(Array(before).fill(null))
    expect(await attempt(rule, address, earlier)).toBeNull()
  })
})

test('of thirty concurrent attempts as many pass as the window allows', async () => {
  const address = '203.0.113.3'
  await attempt('contact-address', address)
  await setHits('contact-address', address, 290)
  const results = await startBehind(
    db,
    lockRows('throttle', { bucket: nameBucket('contact-address', address) }),
    () => Array.from({ length: 30 }, () => attempt('contact-address', address)),
  )
  const passed = results.filter((call) => call.status === 'fulfilled' && call.value === null)
  expect(passed).toHaveLength(10)
})

test.each(['log-in-address', 'log-in-staff-address', 'mail-address', 'redeem-address'] as const)(
  '%s allows three thousand an hour',
  async (rule) => {
    await attempt(rule, '203.0.113.4')
    await setHits(rule, '203.0.113.4', 2999)
    expect(await attemptTimes(rule, '203.0.113.4', 2)).toEqual([null, refused])
  },
)

test('a limit of one allows one, and another after the window', async () => {
  const who = newAccount()
  expect(await attemptTimes('address-taken-mail', who, 2)).toEqual([null, refused])
  await letPass('address-taken-mail', who, 3600)
  expect(await attemptTimes('address-taken-mail', who, 2)).toEqual([null, refused])
})

test('all addresses of an IPv6 customer count as one network, a neighbour’s as another', async () => {
  const network = newNetwork()
  await attempt('contact-address', `${network}::1`)
  await setHits('contact-address', `${network}::1`, 299)
  expect(await attempt('contact-address', `${network}:ffff:1:2:3`)).toBeNull()
  expect(await attempt('contact-address', `${network}:abcd::`)).not.toBeNull()
  expect(await attempt('contact-address', `${newNetwork()}::1`)).toBeNull()
})

test('rules count independently, and callers without an address are not counted', async () => {
  const who = newAccount()
  await attemptTimes('log-in-account', who, 6)
  expect(await attempt('log-in-staff-account', who)).toBeNull()
  expect(await attempt('password-check-account', who)).toBeNull()
  const before = await countBuckets()
  expect(await attempt('log-in-address', null)).toBeNull()
  expect(await countBuckets()).toBe(before)
})

test('counts survive a restart and are shared by processes', async () => {
  const who = newAccount()
  const [one, two] = [createDb(url, { max: 2 }), createDb(url, { max: 2 })]
  try {
    for (const process of [one, two, one, two, one]) {
      expect(await attempt('log-in-account', who, process)).toBeNull()
    }
    expect(await attempt('log-in-account', who, two)).toEqual(refused)
  } finally {
    await Promise.all([one.destroy(), two.destroy()])
  }
  const restarted = createDb(url, { max: 1 })
  try {
    expect(await attempt('log-in-account', who, restarted)).toEqual(refused)
  } finally {
    await restarted.destroy()
  }
})

test('the typed identifier is stored only as a hash', async () => {
  await attempt('log-in-account', 'hunter2-typed-into-the-wrong-field')
  const rows = await db.selectFrom('throttle').select('bucket').execute()
  expect(JSON.stringify(rows)).not.toContain('hunter2')
  for (const { bucket } of rows) expect(bucket).toMatch(/^[a-z-]+:[0-9a-f]{64}$/)
})

test('the sweep removes only what no longer counts', async () => {
  const [old, fresh] = [newAccount(), newAccount()]
  await attemptTimes('log-in-account', old, 5)
  await attemptTimes('log-in-account', fresh, 5)
  await letPass('log-in-account', old, 24 * 3600)
  await deleteExpiredBuckets(db)
  const kept = await db.selectFrom('throttle').select('bucket').execute()
  expect(kept).toContainEqual({ bucket: nameBucket('log-in-account', fresh) })
  expect(kept).not.toContainEqual({ bucket: nameBucket('log-in-account', old) })
  expect(await attempt('log-in-account', fresh)).toEqual(refused)
})

async function countBuckets(): Promise<number> {
  return (await db.selectFrom('throttle').select('bucket').execute()).length
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})
