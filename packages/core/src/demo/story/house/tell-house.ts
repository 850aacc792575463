import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { later } from '../create-calendar.ts'
import { actorOf, audit, CAMPAIGN, STAFF, STORY_DAYS, type StaffName, type World } from '../world.ts'

type Colleague = {
  role: 'finance' | 'content' | 'analyst' | 'owner'
  weekday: number
  weekend: number
  until?: number
}

/** How often each signs in on a weekday, and at the weekend. */
const ROTA: Record<StaffName, Colleague> = {
  admin: { role: 'owner', weekday: 0.6, weekend: 0.4 },
  finance: { role: 'finance', weekday: 0.95, weekend: 0.1 },
  kiptoo: { role: 'finance', weekday: 0.85, weekend: 0 },
  wairimu: { role: 'content', weekday: 0.9, weekend: 0.1 },
  halima: { role: 'content', weekday: 0.9, weekend: 0.5 },
  musa: { role: 'analyst', weekday: 0.4, weekend: 0 },
  odera: { role: 'finance', weekday: 0.8, weekend: 0, until: 30 },
}

/** Make the staff's accounts, all but the two of the log-in page, and write their days into the audit log. */
export function tellHouse(world: World): void {
  for (const [name, colleague] of Object.entries(ROTA)) hire(world, name as StaffName, colleague)
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    for (const [name, colleague] of Object.entries(ROTA))
      spendDay(world, { name: name as StaffName, colleague, daysAgo })
    doRoutine(world, daysAgo)
  }
  tellCampaign(world)
}

function hire(world: World, name: StaffName, { role, until }: Colleague): void {
  const { rows, random, calendar, passwordHash } = world
  const createdAt = calendar.at(STORY_DAYS - 1, 8 * 60)
  audit(world, {
    at: createdAt,
    by: 'system',
    action: 'create-staff',
    subject: actorOf(name),
    after: { role },
  })
  if (name === STAFF.owner || name === STAFF.finance) return
  const disabledAt = until === undefined ? null : calendar.at(until, 17 * 60)
  const personId = random.uuid()
  rows.person.push({ personId, createdAt })
  rows.staff.push({
    staffId: random.uuid(),
    personId,
    username: name,
    passwordHash,
    role,
    passwordExpiresAt: null,
    createdAt,
    disabledAt,
  })
  if (disabledAt)
    audit(world, {
      at: disabledAt,
      by: STAFF.owner,
      action: 'staff.disabled',
      subject: actorOf(name),
      reason: 'Has left us',
    })
}

type Shift = { name: StaffName; colleague: Colleague; daysAgo: number }

function spendDay(world: World, { name, colleague: { weekday, weekend, until = -1 }, daysAgo }: Shift): void {
  const { random, calendar } = world
  if (daysAgo <= until || !random.chance(calendar.isWeekend(daysAgo) ? weekend : weekday)) return
  const at = calendar.at(daysAgo, random.between(7 * 60 + 40, 9 * 60 + 20))
  audit(world, { at, by: name, action: 'log-in', subject: actorOf(name) })
  if (random.chance(0.6))
    audit(world, {
      at: calendar.at(daysAgo, random.between(17 * 60, 18 * 60 + 30)),
      by: name,
      action: 'log-out',
      subject: actorOf(name),
    })
}

/** What is done anyway: a price corrected, a question added, a day's books compared again. */
function doRoutine(world: World, daysAgo: number): void {
  const { random, calendar, tasks, surveys, base } = world
  if (calendar.isWeekend(daysAgo)) return
  const at = () => calendar.at(daysAgo, random.between(9 * 60, 17 * 60))
  if (random.chance(0.5)) {
    const day = calendar.dayOf(calendar.at(daysAgo + 1, 720))
    audit(world, {
      at: at(),
      by: STAFF.finance,
      action: 'reconciliation.made',
      subject: `day:${day}`,
      after: { openCount: 0, resolvedCount: 0 },
    })
  }
  if (random.chance(0.45)) {
    const survey = random.pick(surveys.filter(({ fromDaysAgo }) => fromDaysAgo > daysAgo))
    const minutes = survey.durationMinutes
    audit(world, {
      at: at(),
      by: STAFF.content,
      action: 'update-survey',
      subject: `survey:${survey.surveyId}`,
      before: { durationMinutes: minutes - 2 },
      after: { durationMinutes: minutes },
    })
  }
  if (random.chance(0.3))
    audit(world, {
      at: at(),
      by: STAFF.content,
      action: 'task.updated',
      subject: `task:${random.pick(tasks).taskId}`,
    })
  if (random.chance(0.25))
    audit(world, {
      at: at(),
      by: STAFF.support,
      action: 'quiz-question.updated',
      subject: `quiz-question:${random.pick(base.questions).questionId}`,
    })
  if (random.chance(0.2)) {
    const [first, ...others] = world.people.filter(
      ({ joinedDaysAgo, fate }) => joinedDaysAgo > daysAgo && fate !== 'erased',
    )
    if (!first) return
    const { memberId } = random.pick([first, ...others])
    audit(world, {
      at: at(),
      by: STAFF.support,
      action: 'member.sessions-ended',
      subject: `member:${memberId}`,
      reason: 'The member has lost their phone',
    })
  }
}

/** The bonus for inviting friends, for ten days: two versions of the economy. */
function tellCampaign(world: World): void {
  const { rows, calendar, base } = world
  const record = economy.parse({ ...defaultEconomy, ...base.economy?.record })
  const first = base.economy?.version ?? 0
  const { from, to, bonusPoints } = CAMPAIGN
  const versions = [
    {
      at: calendar.at(from, 7 * 60),
      record: { ...record, referralBonusPoints: bonusPoints },
      reason: 'Ten days of radio spots, with a bonus for inviting friends',
    },
    { at: calendar.at(to - 1, 7 * 60), record, reason: 'The campaign is over' },
  ]
  for (const [index, { at, reason, ...version }] of versions.entries()) {
    rows.economyVersion.push({
      ...version,
      follows: first + index,
      changedBy: actorOf(STAFF.owner),
      reason,
      createdAt: at,
    })
    const [before, after] = index === 0 ? [0, bonusPoints] : [bonusPoints, 0]
    const sides = { before: { referralBonusPoints: before }, after: { referralBonusPoints: after } }
    audit(world, {
      at: later(at, 0),
      by: STAFF.owner,
      action: 'economy.changed',
      subject: 'economy',
      ...sides,
      reason,
    })
  }
}
