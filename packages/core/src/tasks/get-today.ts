import type { todayStats } from '@chuma/contract/tasks/games'
import type { Answer } from '@chuma/contract/timestamp'
import { getTodaysCounts } from '@chuma/db/queries/tasks/games'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listClosedSurveys } from '../surveys/eligibility.ts'

const FREE = { done: 0, upToPoints: null, isPremium: false }
const PREMIUM = { ...FREE, isPremium: true }

/** Show what a member has done today and can still do. Premium's ways to earn are shown to everyone, as closed. */
export async function getToday(deps: Deps, member: SignedInMember): Promise<Answer<typeof todayStats>> {
  const economy = await deps.economy()
  const { memberId } = member
  const closed = await listClosedSurveys(deps.db, memberId)
  const counts = await getTodaysCounts(deps.db, { memberId, timeZone: economy.timeZone, closed })
  const isSpinOpen = economy.isSpinOpen && !counts.isSpun
  const isQuizOpen = economy.isQuizOpen && !counts.isQuizTaken && counts.activeQuizQuestions > 0
  const isLoginOpen = counts.isDailyLoginOpen && economy.dailyLoginPoints > 0
  return {
    points: counts.points,
    dailyLoginBonus: isLoginOpen,
    dailyLoginPoints: economy.dailyLoginPoints,
    videosWatched: counts.videosWatched,
    adsClicked: counts.adsClicked,
    canTakeQuiz: member.isPremium && isQuizOpen,
    canSpin: member.isPremium && isSpinOpen,
    streak: counts.streak,
    earnedToday: counts.earnedToday,
    dailyGoalPoints: economy.dailyGoalPoints,
    opportunities: [
      { ...FREE, kind: 'survey', open: counts.surveysOpen },
      {
        ...FREE,
        kind: 'daily-login',
        open: Number(isLoginOpen),
        done: Number(!counts.isDailyLoginOpen),
        upToPoints: economy.dailyLoginPoints,
      },
      { ...FREE, kind: 'micro-job', open: counts.microJobsOpen },
      {
        ...PREMIUM,
        kind: 'video',
        open: counts.videosOpen,
        done: counts.videosWatched,
        upToPoints: economy.videoPoints.max,
      },
      {
        ...PREMIUM,
        kind: 'ad',
        open: counts.adsOpen,
        done: counts.adsClicked,
        upToPoints: economy.adPoints.max,
      },
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
      { ...PREMIUM, kind: 'social', open: counts.socialOpen, upToPoints: economy.socialPoints.max },
    ],
    opensAgainAt: counts.opensAgainAt,
  }
}
