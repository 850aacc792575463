import type { DestinationKind } from '@chuma/contract/wallet/wallet'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** `method`: of a destination that one of its members named. */
type SharedThing = {
  kind: 'mailbox' | 'destination' | 'device'
  members: string[]
  method: DestinationKind | null
}

/** More accounts of one mailbox or destination than one decision can be about are not read. */
const LARGEST_GROUP = 500

type DeviceTerms = { deviceDays: number; largestDevice: number }

/** List the mailboxes, destinations and devices that these members have together with others. */
export async function listSharedThings(
  db: Db,
  memberIds: readonly string[],
  { deviceDays, largestDevice }: DeviceTerms,
): Promise<SharedThing[]> {
  const { rows } = await sql<SharedThing>`
    with asked as (select unnest(${memberIds}::uuid[]) as member_id),
    mailbox as (
      select distinct mailbox_hash from member_mailbox where member_id in (select member_id from asked)
    ), destination as (
      select distinct destination_hash from destination_claimant where member_id in (select member_id from asked)
    ), device as (
      select distinct address, user_agent from session
      where member_id in (select member_id from asked) and address is not null and user_agent is not null
        and last_seen_at > now() - make_interval(days => ${deviceDays})
    ), thing as (
      select 'mailbox' as kind, array(
        select m.member_id from member_mailbox m where m.mailbox_hash = mailbox.mailbox_hash limit ${LARGEST_GROUP}
      ) as members, null::text as method from mailbox
      union all
      select 'destination', array(
        select c.member_id from destination_claimant c where c.destination_hash = destination.destination_hash
        limit ${LARGEST_GROUP}
      ), (
        select d.method from destination_claimant c
        join payout_destination d on d.member_id = c.member_id and d.destination_hash = c.destination_hash
        where c.destination_hash = destination.destination_hash limit 1
      ) from destination
      union all
      select 'device', array(
        select distinct s.member_id from session s
        where s.address = device.address and md5(s.user_agent) = md5(device.user_agent)
          and s.user_agent = device.user_agent and s.last_seen_at > now() - make_interval(days => ${deviceDays})
        limit ${largestDevice + 1}
      ), null from device
    )
    select kind, members, method from thing where cardinality(members) > 1
  `.execute(db)
  return rows
}

type Invitation = { memberId: string; friendId: string; sharesNetwork: boolean }

/** List who invited these members and whom they invited, and whether both came from one address with the same kind of browser. */
export async function listInvitationsOf(
  db: Db,
  memberIds: readonly string[],
  { deviceDays }: Pick<DeviceTerms, 'deviceDays'>,
): Promise<Invitation[]> {
  const asked = sql`any(${memberIds}::uuid[])`
  const since = sql`now() - make_interval(days => ${deviceDays})`
  const { rows } = await sql<Invitation>`
    select member_id, friend_id, exists (
      select from session a join session b on b.address = a.address and b.user_agent = a.user_agent
      where a.member_id = invited.member_id and b.member_id = invited.friend_id
        and a.last_seen_at > ${since} and b.last_seen_at > ${since}
    ) as shares_network
    from (
      select member_id, friend_id from referral_friend where friend_id = ${asked}
      union
      select member_id, friend_id from referral where member_id = ${asked}
    ) as invited
  `.execute(db)
  return rows
}

/** List the accounts that a browser known to one of these members opened, and the other way round. */
export async function listSharedBrowsers(
  db: Db,
  memberIds: readonly string[],
  { deviceDays }: Pick<DeviceTerms, 'deviceDays'>,
): Promise<{ memberId: string; otherId: string }[]> {
  const asked = sql`any(${memberIds}::uuid[])`
  const { rows } = await sql<{ memberId: string; otherId: string }>`
    select member_id, other_id from shared_browser
    where (member_id = ${asked} or other_id = ${asked}) and seen_at > now() - make_interval(days => ${deviceDays})
  `.execute(db)
  return rows
}

type Person = {
  memberId: string
  signedUpAt: Date
  sharesPhone: boolean
}

/** Read when these members signed up, and whether they share a phone. Erased members are left out. */
export async function listPeopleToCompare(db: Db, memberIds: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select member.member_id, member.created_at as signed_up_at, shared_phone.member_id is not null as shares_phone
    from member left join shared_phone on shared_phone.member_id = member.member_id
    where member.member_id = any(${memberIds}::uuid[]) and member.erased_at is null
  `.execute(db)
  return rows
}

type Earning = { memberId: string; kind: string; at: Date }

/** List the last forty rewards of each of these members, newest first. */
export async function listLastEarnings(
  db: Db,
  memberIds: readonly string[],
  { earningDays }: { earningDays: number },
): Promise<Earning[]> {
  const { rows } = await sql<Earning>`
    select asked.member_id, earned.kind, earned.created_at as at
    from unnest(${memberIds}::uuid[]) as asked (member_id)
    cross join lateral (
      select kind, created_at from posting
      where posting.member_id = asked.member_id and available_delta > 0 and house_account = 'rewards'
        and created_at > now() - make_interval(days => ${earningDays})
      order by seq desc limit 40
    ) earned
    order by asked.member_id, earned.created_at desc
  `.execute(db)
  return rows
}

type Evidence = {
  memberId: string
  hasOwnDestination: boolean
  hasOwnDevice: boolean
  goodSurveys: number
  isKnownToStaff: boolean
}

/**
 * Read what speaks for each of these members: a proven destination that nobody else named, a device that nobody else used for two
 * months, surveys without a flag, and that staff know them as a person with one account.
 */
export async function listEvidence(
  db: Db,
  memberIds: readonly string[],
  { ownDeviceDays }: { ownDeviceDays: number },
): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    select asked.member_id,
      exists (
        select from destination_owner own where own.member_id = asked.member_id and not exists (
          select from destination_claimant other
          where other.destination_hash = own.destination_hash and other.member_id <> asked.member_id
        )
      ) as has_own_destination,
      exists (
        select from session mine where mine.member_id = asked.member_id and mine.address is not null
          and mine.last_seen_at > mine.created_at + make_interval(days => ${ownDeviceDays}) and not exists (
            select from session other where other.address = mine.address
              and md5(other.user_agent) = md5(mine.user_agent) and other.member_id <> asked.member_id
          )
      ) as has_own_device,
      (select count(*) from survey_attempt s
        where s.member_id = asked.member_id and s.status = 'completed' and s.flag_reasons = '{}') as good_surveys,
      exists (
        select from person_member known where known.member_id = asked.member_id and not exists (
          select from person_member other
          where other.person_id = known.person_id and other.member_id <> known.member_id
        )
      ) as is_known_to_staff
    from unnest(${memberIds}::uuid[]) as asked (member_id)
  `.execute(db)
  return rows
}
