import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Db, Trx } from '@chuma/db/client'
import { insertReferral } from '@chuma/db/queries/referral/referral'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { insertWithdrawal } from '@chuma/db/queries/wallet/withdrawals'
import { sql } from 'kysely'
import { givenMember } from '../../testing.ts'

type Device = { address: string; userAgent: string }
type Account = {
  minute?: number
  device?: Device
  mailbox?: string
  destination?: string
  method?: WithdrawalMethod
  isProven?: boolean
  inviterId?: string | undefined
  sharesPhone?: boolean
  points?: number
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** A phone of its own, unless tests give it to several accounts. */
export const newDevice = (): Device => ({
  address: `203.0.113.${randomBytes(1)[0]}`,
  userAgent: `Phone ${randomUUID()}`,
})

/** An account that signed up `minute` minutes after noon of a day a month ago. */
export async function givenAccount(db: Db, account: Account = {}): Promise<string> {
  const { minute = 0, device, mailbox, destination, method = 'mpesa', inviterId, points = 10 } = account
  const { memberId, email } = await givenMember(db, { points })
  await sql`update member set created_at = date_trunc('day', now()) - interval '30 days' + interval '12 hours'
    + make_interval(secs => ${minute * 60}) where member_id = ${memberId}`.execute(db)
  await sql`insert into member_mailbox (mailbox_hash, member_id)
    values (mailbox_hash(${mailbox ?? email}), ${memberId})`.execute(db)
  if (device) {
    await sql`insert into session (member_id, token_hash, address, user_agent)
      values (${memberId}, ${randomBytes(32)}, ${device.address}, ${device.userAgent})`.execute(db)
  }
  if (destination) await nameDestination(db, memberId, { destination, method, isProven: account.isProven })
  if (inviterId) {
    const referral = { memberId: inviterId, friendId: memberId }
    await db.transaction().execute((trx) => insertReferral(trx, referral))
  }
  if (account.sharesPhone) await declarePhone(db, memberId)
  return memberId
}

type Named = { destination: string; method: WithdrawalMethod; isProven?: boolean | undefined }

async function nameDestination(db: Db, memberId: string, { destination, method, isProven }: Named) {
  const hash = hashOf(destination)
  await sql`insert into destination_claimant values (${hash}, ${memberId})`.execute(db)
  await sql`insert into payout_destination (member_id, destination_hash, method, value)
    values (${memberId}, ${hash}, ${method}, 'sealed:1:test')`.execute(db)
  if (isProven) await sql`insert into destination_owner values (${hash}, ${memberId})`.execute(db)
}

export const declarePhone = (db: Db, memberId: string) =>
  sql`insert into shared_phone (member_id, names) values (${memberId}, '{Mama}')`.execute(db)

/** `size` accounts of one person on one phone, invited by the first, of which some are paid to one bank account. */
export async function givenFarm(db: Db, { size = 12, sharesPhone = false, paidToOne = 7 } = {}) {
  const [device, bank] = [newDevice(), `bank ${randomUUID()}`]
  const members: string[] = []
  for (let at = 0; at < size; at++) {
    members.push(
      await givenAccount(db, {
        minute: at * 3,
        device,
        inviterId: members[0],
        sharesPhone,
        ...(at < paidToOne ? { destination: bank, method: 'bank' as const } : {}),
      }),
    )
  }
  return members
}

/** A withdrawal of 2 points, KES 2,000, that waits for its approval. */
export const givenRequest = (db: Db, memberId: string) =>
  db.transaction().execute((trx) => insertRequest(trx, memberId))

export async function insertRequest(trx: Trx, memberId: string): Promise<string> {
  const withdrawalId = randomUUID()
  await insertWithdrawal(trx, {
    memberId,
    withdrawalId,
    points: 2,
    kesPerPoint: 1000,
    amountKes: 2000,
    method: 'mpesa',
    mpesaNumber: '254712345678',
    bankName: null,
    accountName: null,
    reviewReasons: [],
  })
  await insertPosting(trx, {
    memberId,
    kind: 'hold',
    availableDelta: -2,
    heldDelta: 2,
    houseAccount: null,
    sourceKey: `hold:${withdrawalId}`,
    description: 'Withdrawal requested',
    subjectId: withdrawalId,
    actor: `member:${memberId}`,
  })
  return withdrawalId
}

export const listHoldsOf = (db: Db, memberIds: readonly string[]) =>
  db
    .selectFrom('hold')
    .select(['memberId', 'subjectId', 'endedAt'])
    .where('memberId', 'in', memberIds)
    .where('reason', '=', 'cluster')
    .execute()

export async function clusterOf(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('clusterMember')
    .select('clusterId')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row?.clusterId
}
