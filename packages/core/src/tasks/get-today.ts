import type { Answer } from '@chuma/contract/fields'
import type { todayStats } from '@chuma/contract/tasks/games'
import {
  isPremiumKind,
  type PaidTaskKind,
  PROOF_KINDS,
  TASK_RULES,
  VIEW_KINDS,
} from '@chuma/contract/tasks/task-kinds'
import { getTodaysCounts } from '@chuma/db/queries/tasks/games'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { chooseOpen, shareReading } from '../surveys/catalogue.ts'

const FREE = { done: 0, upToPoints: null, isPremium: false }
const PREMIUM = { ...FREE, isPremium: true }

/** Show what a member has done today and can still do. Premium's ways to earn are shown to everyone, as closed. */
export async function getToday(deps: Deps, member: SignedInMember): Promise<Answer<typeof todayStats>> {
  const reading = readToday(deps, member)
  shareReading(member, reading)
  const { economy, catalogue, ...counts } = await reading
  const surveysOpen = chooseOpen(catalogue.surveys, counts.surveys).length
  const isSpinOpen = economy.isSpinOpen && !counts.isSpun
  const isQuizOpen = economy.isQuizOpen && !counts.isQuizTaken && counts.hasQuizQuestions
  const isLoginOpen = counts.isDailyLoginOpen && economy.dailyLoginPoints > 0
  const done: Partial<Record<PaidTaskKind, number>> = counts.tasksDone
  const describeTasks = (kind: PaidTaskKind) => {
    const { isPremium, range } = TASK_RULES[kind]
    return {
      kind,
      open: counts.tasksOpen[kind] ?? 0,
      done: done[kind] ?? 0,
      upToPoints: isPremium ? economy[range].max : null,
      isPremium,
    }
  }
  return {
    points: counts.points,
    dailyLoginBonus: isLoginOpen,
    dailyLoginPoints: economy.dailyLoginPoints,
    videosWatched: counts.tasksDone.video ?? 0,
    adsClicked: counts.tasksDone.ad ?? 0,
    canTakeQuiz: member.isPremium && isQuizOpen,
    canSpin: member.isPremium && isSpinOpen,
    streak: counts.streak,
    earnedToday: counts.earnedToday,
    dailyGoalPoints: economy.dailyGoalPoints,
    opportunities: [
      { ...FREE, kind: 'survey', open: surveysOpen },
      {
        ...FREE,
        kind: 'daily-login',
        open: Number(isLoginOpen),
        done: Number(!counts.isDailyLoginOpen),
        upToPoints: economy.dailyLoginPoints,
      },
      ...PROOF_KINDS.filter((kind) => !isPremiumKind(kind)).map(describeTasks),
      ...VIEW_KINDS.map(describeTasks),
      {
        ...PREMIUM,
        kind: 'quiz',
        open: Number(isQuizOpen),
        done: Number(counts.isQuizTaken),
        upToPoints: economy.quizMaxPoints,
      },
      {
        ...PREMIUM,
        kind: 'spin',
        open: Number(isSpinOpen),
        done: Number(counts.isSpun),
        upToPoints: Math.max(...economy.spinTable.map(({ points }) => points)),
      },
      ...PROOF_KINDS.filter(isPremiumKind).map(describeTasks),
    ],
    opensAgainAt: counts.opensAgainAt,
  }
}

async function readToday(deps: Deps, { memberId }: SignedInMember) {
  const [economy, catalogue] = await Promise.all([deps.economy(), deps.surveyCatalogue()])
  const { timeZone } = economy
  const counts = await getTodaysCounts(deps.db, { memberId, timeZone, aboutSurveys: catalogue.asked })
  return { economy, catalogue, ...counts }
}
