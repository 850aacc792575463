import { randomUUID } from 'node:crypto'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { sampleFigures } from '@chuma/contract/admin/figures'
import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { MailName, SendMail } from '@chuma/contract/mails'
import type { Db, Trx } from '@chuma/db/client'
import { insertPerson, setPersonOfMember } from '@chuma/db/queries/auth/people'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import { insertPosting, insertWallet } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import type { Kysely, Selectable, UpdateObject } from 'kysely'
import { afterAll } from 'vitest'
import { createProductReader } from './admin/product.ts'
import type { Installation } from './admin/set-up/installation.ts'
import { approvalRuns } from './approval-runs.ts'
import { createPasswords } from './auth/passwords/passwords.ts'
import { createTransparencyReader } from './books/create-transparency-reader.ts'
import { readSealKeys } from './books/seals/seal-keys.ts'
import type { Deps } from './deps.ts'
import { createOwedReader } from './economy.ts'
import type { OutgoingText, Sms, TextOutcome } from './inbox/texts/sms.ts'
import { createChanges } from './live/watch.ts'
import { plainPostbacks } from './partners/plain-postbacks.testing.ts'
import { createPayoutTimes } from './payouts/automatic/list-expected-payouts.ts'
import { createSecrets } from './secrets/secrets.ts'
import { createCatalogueReader } from './surveys/catalogue.ts'
import { createTaxReader } from './wallet/tax.ts'
import { createWantedEventsReader } from './webhooks/endpoints.ts'

/** Record mails instead of sending them: their names and parameters. */
export function createMailCapture() {
  const sent: { kind: MailName; mail: Record<string, unknown> }[] = []
  const mail: SendMail = async (kind, params) => {
    sent.push({ kind, mail: { ...params } })
  }
  return { mail, sent }
}

/** Record texts instead of sending them. `outcomes`: what the provider answers to the first ones; the others are taken. */
export function createTextCapture(outcomes: readonly TextOutcome[] = []) {
  const sent: OutgoingText[] = []
  const left = [...outcomes]
  const sms: Sms = {
    transport: {
      provider: 'captured',
      send: async (text) => {
        sent.push(text)
        return left.shift() ?? { outcome: 'accepted', providerId: null, cost: null }
      },
    },
    writeCode: ({ code, productName, language }) => `${code} ${productName} ${language}`,
    readReport: (body) => JSON.parse(body),
  }
  return { sms, sent }
}

/** Argon2id at a fraction of its cost: most tests that sign someone in are not about passwords. */
export const cheapPasswords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })

export const testSecrets = createSecrets([Buffer.alloc(32, 7)])

const testProduct = {
  name: 'Chuma',
  email: 'support@chuma.test',
  phone: '+254 20 000 0000',
  address: 'Nairobi, Kenya',
  hours: ['Mon-Fri 9:00 AM - 6:00 PM'],
  figures: sampleFigures,
}

/** Payouts by hand, and no mail server. */
const testInstallation: Installation = {
  publicUrl: 'http://localhost:3000',
  payouts: { provider: 'manual', variables: [], premiumVariables: [], rails: [] },
  mail: { server: null, from: 'Chuma <no-reply@chuma.test>' },
  testPayouts: async () => ({ outcome: 'not-configured', missing: [] }),
  sendTestMail: async () => ({ outcome: 'accepted' }),
}

/** Tests make more mistakes in a minute than people. */
const testSealKeys = readSealKeys(Buffer.alloc(32, 'seal').toString('base64'))

/** Without limits above which a change waits for a second person: tests of those set them. */
const testEconomy = economy.parse({
  ...defaultEconomy,
  ...demoLimits,
  selfApprovalKes: 0,
  automaticPayout: 'off',
})

/** A real database, the default economy without limits for staff, recorded mails, cheap passwords and payouts by hand; `replaced` replaces parts. */
export function createTestDeps(db: Db, replaced: Partial<Deps> = {}): Deps {
  return {
    db,
    economy: async () => testEconomy,
    isEconomyChoiceRequired: false,
    transparency: createTransparencyReader(db),
    payoutTimes: createPayoutTimes({ db }),
    mail: createMailCapture().mail,
    passwords: cheapPasswords,
    sms: createTextCapture().sms,
    secrets: testSecrets,
    accounts: { isVerificationRequired: true, isSecondFactorRequired: false },
    approvalRuns,
    product: createProductReader(db, testProduct, { maxAgeMs: 0 }),
    owedPoints: createOwedReader(db, { maxAgeMs: 0 }),
    surveyCatalogue: createCatalogueReader(db, { maxAgeMs: 0 }),
    wantedEvents: createWantedEventsReader(db, { maxAgeMs: 0 }),
    taxPercent: createTaxReader(db, { maxAgeMs: 0 }),
    installation: testInstallation,
    payouts: {
      methods: ['mpesa', 'bank'],
      rails: [],
      perSecond: null,
      leaseSeconds: 60,
      checkAfterSeconds: [120],
      callbackUrl: 'http://localhost:3000',
      callbackNetworks: ['127.0.0.0/8'],
    },
    collector: null,
    postbacks: plainPostbacks(),
    webhooks: {
      explainUrl: () => null,
      send: async () => ({ status: null, reason: 'Nothing listens' }),
    },
    sealKeys: testSealKeys,
    roots: { keep: async () => {} },
    changes: createChanges(),
    reportFailure: () => {},
    ...replaced,
  }
}

/** A database for one test file, dropped after its last test, and the usual dependencies on it. */
export async function openTestDb(options?: Parameters<typeof createTestDb>[0]) {
  const { close, ...opened } = await createTestDb(options)
  afterAll(close)
  return { ...opened, deps: createTestDeps(opened.db) }
}

/** Make a member part of the staff, as a person without another account unless `personId` names one. */
export function giveRole(
  db: Db,
  memberId: string,
  { role = 'owner', personId }: { role?: StaffRole; personId?: string } = {},
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const person = personId ?? (await insertPerson(trx))
    await setPersonOfMember(trx, { memberId, personId: person })
    await trx.updateTable('member').set({ adminRole: role }).where('memberId', '=', memberId).execute()
    return person
  })
}

type Given = { email?: string; points?: number; isSignedIn?: boolean }

/** A verified member with a wallet, an open session and, if requested, points. No password matches the hash, and no token the session. */
export async function givenMember(db: Db, { points, isSignedIn = true, ...given }: Given = {}) {
  const email = given.email ?? `${randomUUID()}@example.com`
  const tokenHash = Buffer.alloc(32)
  return db.transaction().execute(async (trx) => {
    const { memberId } = await trx
      .insertInto('member')
      .values({
        email,
        firstName: 'Amina',
        lastName: 'Otieno',
        country: 'Kenya',
        passwordHash: '-',
        emailVerifiedAt: new Date(),
        premiumUntil: null,
        adminRole: null,
        suspendedAt: null,
        suspensionReason: null,
        deletionDueAt: null,
        erasedAt: null,
      })
      .returning('memberId')
      .executeTakeFirstOrThrow()
    await trx.insertInto('emailOwner').values({ email, memberId }).execute()
    await insertWallet(trx, memberId)
    if (isSignedIn) await insertSession(trx, { memberId, tokenHash, address: null, userAgent: null })
    if (points) await givenPoints(trx, memberId, points)
    return {
      memberId,
      email,
      isPremium: false,
      isEmailVerified: true,
      adminRole: null,
      tokenHash,
    }
  })
}

/** Book points for a member, as staff do by hand. */
export const givenPoints = (db: Db, memberId: string, points: number) =>
  insertPosting(db, {
    memberId,
    kind: 'adjustment',
    availableDelta: points,
    heldDelta: 0,
    houseAccount: 'adjustments',
    sourceKey: `test:${randomUUID()}`,
    description: 'Points for a test',
    actor: 'system',
  })

/** How a call ended: `passed`, or the code of its refusal. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'passed',
    (error) => error.code,
  )

/** The codes with which a race refused its losers. */
export const refusals = (race: readonly PromiseSettledResult<unknown>[]): string[] =>
  race.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))

type Tables = Db extends Kysely<infer T> ? T : never
type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** Read what no use case shows: the rows of a table that have these values. */
export function readRows<T extends keyof Tables & string, C extends keyof Row<T> & string>(
  db: Db,
  table: T,
  columns: readonly C[],
  values: Partial<Row<T>> = {},
  orderBy?: keyof Row<T> & string,
): Promise<Pick<Row<T>, C>[]> {
  // Kysely cannot check columns of a table that is a type parameter; the signature does.
  const anyDb = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  const query = anyDb
    .selectFrom(table as string)
    .select(columns)
    .where((row) => row.and(values))
  return (orderBy ? query.orderBy(orderBy) : query).execute() as Promise<Pick<Row<T>, C>[]>
}

/** The first of those rows; fails without one. */
export async function readRow<T extends keyof Tables & string, C extends keyof Row<T> & string>(
  db: Db,
  table: T,
  columns: readonly C[],
  values: Partial<Row<T>> = {},
): Promise<Pick<Row<T>, C>> {
  const [row] = await readRows(db, table, columns, values)
  if (!row) throw new Error(`${table} has no row with ${JSON.stringify(values)}`)
  return row
}

/** Change rows that have these values, where no use case brings about the state or the time that a test needs. */
export async function setRows<T extends keyof Tables & string>(
  db: Db,
  table: T,
  where: Partial<Row<T>>,
  values: UpdateObject<Tables, T>,
): Promise<void> {
  const anyDb = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  await anyDb
    .updateTable(table as string)
    .set(values as object)
    .where((row) => row.and(where))
    .execute()
}

/** Lock rows that have these values, so that calls which change them wait. */
export const lockRows =
  <T extends keyof Tables & string>(table: T, where: Partial<Row<T>>) =>
  (trx: Trx): Promise<unknown> => {
    const anyTrx = trx as unknown as Kysely<Record<string, Record<string, unknown>>>
    return anyTrx
      .selectFrom(table as string)
      .select(({ lit }) => lit(1).as('one'))
      .where((row) => row.and(where))
      .forUpdate()
      .execute()
  }

/**
 * Measure how long an action keeps this process from other requests at most, in milliseconds of its own processor time: what
 * else runs on the machine does not count.
 */
export async function measureHold(action: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
    return (user + system) / 1000
  }
  let [last, longest, isOver] = [spent(), 0, false]
  const tick = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(tick)
  }
  tick()
  await action()
  await new Promise((resolve) => setImmediate(resolve))
  isOver = true
  return longest
}
