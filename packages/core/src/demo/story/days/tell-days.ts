import { later } from '../create-calendar.ts'
import { tellRequest } from '../payouts/tell-withdrawals.ts'
import { isCampaign, type Person, reward, STORY_DAYS, type World } from '../world.ts'
import { playGames } from './play-games.ts'
import { takeSurvey } from './take-survey.ts'
import { visitPartner } from './visit-partner.ts'

/** How busy a day of the week is, from Sunday on. */
const RHYTHM = [0.55, 1.05, 1.15, 1.1, 1, 0.95, 0.7]
/** Days between two withdrawals of one member, at the least. */
const PATIENCE_DAYS = 6

type Habits = { lastLoginDay: number; streak: number; lastRequest: number }

/** Let everyone live from the day they joined until they left, or until now. */
export function tellDays(world: World): void {
  const habits = new Map<string, Habits>()
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    for (const person of world.people) {
      const isHere = daysAgo <= person.joinedDaysAgo && daysAgo >= person.leftDaysAgo
      if (!isHere || !world.random.chance(likelihood(world, person, daysAgo))) continue
      const habit = habits.get(person.memberId) ?? { lastLoginDay: 999, streak: 0, lastRequest: 999 }
      habits.set(person.memberId, habit)
      liveDay(world, person, { daysAgo, habit })
    }
  }
}

function likelihood({ calendar }: World, { keenness, joinedDaysAgo }: Person, daysAgo: number): number {
  const rhythm = RHYTHM[calendar.weekdayOf(daysAgo)] ?? 1
  const firstDays = joinedDaysAgo - daysAgo < 3 ? 1.6 : 1
  return keenness * rhythm * firstDays * (isCampaign(daysAgo) ? 1.5 : 1)
}

function liveDay(world: World, person: Person, { daysAgo, habit }: { daysAgo: number; habit: Habits }): void {
  const { random, calendar } = world
  const isFirstDay = daysAgo === person.joinedDaysAgo
  let clock = isFirstDay
    ? later(person.joinedAt, random.between(3, 12))
    : calendar.at(daysAgo, random.between(6 * 60, 19 * 60))
  const spend = (minutes: number) => {
    clock = later(clock, minutes)
    return clock
  }
  // Everything of a day lies within it, and nothing in the future.
  const endOfDay = calendar.at(daysAgo, 22 * 60)
  const isOver = () => clock >= endOfDay || clock >= later(calendar.now, -45)
  if (isOver()) return
  if (random.chance(0.45)) claimLogin(world, person, { at: clock, daysAgo, habit })
  if (random.chance(0.3) && !isOver()) takeSurvey(world, person, { daysAgo, spend })
  if (random.chance(0.22) && !isOver())
    visitPartner(world, person, { daysAgo, at: spend(random.between(2, 9)) })
  const isPremium =
    person.premiumFrom !== null && person.premiumFrom >= daysAgo && (person.premiumUntil ?? clock) > clock
  if (isPremium && !isOver()) playGames(world, person, { daysAgo, spend, isOver })
  if (isOver()) return
  if (habit.lastRequest - daysAgo >= PATIENCE_DAYS && random.chance(0.4)) {
    if (tellRequest(world, person, spend(random.between(2, 20)))) habit.lastRequest = daysAgo
  }
  person.lastSeenAt = clock
}

type Login = { at: Date; daysAgo: number; habit: Habits }

function claimLogin(world: World, person: Person, { at, daysAgo, habit }: Login): void {
  const { rows, calendar } = world
  const day = calendar.dayOf(at)
  habit.streak = habit.lastLoginDay === daysAgo + 1 ? habit.streak + 1 : 1
  habit.lastLoginDay = daysAgo
  const points = 25
  rows.dailyLogin.push({ memberId: person.memberId, day, points, streak: habit.streak, claimedAt: at })
  reward(world, person, {
    at,
    kind: 'daily-login',
    points,
    sourceKey: `daily-login:${day}`,
    description: habit.streak > 1 ? `Daily login, day ${habit.streak} in a row` : 'Daily login',
  })
}
