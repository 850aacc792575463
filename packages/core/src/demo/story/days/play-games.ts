import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { later } from '../create-calendar.ts'
import type { Random } from '../create-random.ts'
import { type Person, reward, type World } from '../world.ts'

const KEYS = ['A', 'B', 'C', 'D'] as const

type Hour = { daysAgo: number; spend: (minutes: number) => Date; isOver: () => boolean }

/** Spin, answer the quiz, watch a video and open an ad, as premium members do on most days. */
export function playGames(world: World, person: Person, { spend, isOver }: Hour): void {
  const { random } = world
  if (random.chance(0.45)) spin(world, person, spend(2))
  if (random.chance(0.35) && !isOver()) answerQuiz(world, person, spend(random.between(2, 6)))
  if (random.chance(0.45) && !isOver())
    openTask(world, person, { kind: 'video', at: spend(random.between(2, 5)) })
  if (random.chance(0.35) && !isOver())
    openTask(world, person, { kind: 'ad', at: spend(random.between(1, 3)) })
}

function draw(random: Random): number {
  const { spinTable } = defaultEconomy
  let left = random.next() * spinTable.reduce((sum, { weight }) => sum + weight, 0)
  for (const { points, weight } of spinTable) {
    left -= weight
    if (left < 0) return points
  }
  return 0
}

function spin(world: World, person: Person, at: Date): void {
  const { random, rows, calendar } = world
  const { memberId } = person
  const day = calendar.dayOf(at)
  const points = draw(random)
  rows.spin.push({ memberId, day, points, drawnFrom: [...defaultEconomy.spinTable], spunAt: at })
  if (points > 0)
    reward(world, person, { at, kind: 'spin', points, sourceKey: `spin:${day}`, description: 'Spin wheel' })
}

function answerQuiz(world: World, person: Person, at: Date): void {
  const { random, rows, calendar, base } = world
  const day = calendar.dayOf(at)
  const first = random.between(0, base.questions.length - 1)
  const asked = [...base.questions, ...base.questions].slice(first, first + 5)
  const questions = asked.map(
    ({ questionId, question, optionA, optionB, optionC, optionD, correctAnswer }) => ({
      id: questionId,
      question,
      options: [optionA, optionB, optionC, optionD].map((text, index) => ({ key: KEYS[index] ?? 'A', text })),
      correctAnswer,
    }),
  )
  const answers = Object.fromEntries(
    questions.map(({ id, correctAnswer }) => [id, random.chance(0.7) ? correctAnswer : random.pick(KEYS)]),
  )
  const correct = questions.filter(({ id, correctAnswer }) => answers[id] === correctAnswer).length
  const points = correct * defaultEconomy.quizPointsPerCorrect
  const submittedAt = later(at, 1.5)
  rows.quizAttempt.push({
    memberId: person.memberId,
    day,
    questions,
    openedAt: at,
    answers,
    correct,
    points,
    submittedAt,
    flagReasons: [],
  })
  if (points === 0) return
  const description = `Quiz: ${correct} of ${questions.length} right`
  reward(world, person, { at: submittedAt, kind: 'quiz', points, sourceKey: `quiz:${day}`, description })
}

function openTask(world: World, person: Person, { kind, at }: { kind: 'video' | 'ad'; at: Date }): void {
  const { random, rows, calendar, tasks } = world
  const day = calendar.dayOf(at)
  const task = random.pick(tasks.filter((each) => each.kind === kind))
  const requiredSeconds = kind === 'video' ? 30 : (task.minTimeSeconds ?? 10)
  const claimedAt = later(at, (requiredSeconds + random.between(6, 60)) / 60)
  const { taskId, points, title } = task
  rows.taskView.push({
    memberId: person.memberId,
    viewId: random.uuid(),
    taskId,
    kind,
    openedAt: at,
    requiredSeconds,
    claimedAt,
    day,
    points,
    voidedAt: null,
    claimedTimeSpent: null,
  })
  reward(world, person, {
    at: claimedAt,
    kind,
    points,
    sourceKey: `${kind}:${taskId}:${day}`,
    description: `${kind === 'video' ? 'Video' : 'Advertisement'}: ${title}`,
    subjectId: taskId,
  })
}
