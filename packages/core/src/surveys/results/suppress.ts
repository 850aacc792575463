import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import {
  countUndisclosed,
  findLastDisclosed,
  joinDisclosure,
  leaveDisclosure,
  lockDisclosure,
  type Respondents,
} from '@chuma/db/queries/surveys/respondents'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * What every function here guarantees (docs/decisions/0093): anyone who solves the equations between the figures that are shown finds that each
 * count of 1 to 4 people could also be five or more.
 */
export const isSmall = (count: number) => count > 0 && count < SMALLEST_CELL

/**
 * Hide the counts of 1 to 4 people. Anyone could work out from the base how many people the hidden counts have together, so the smallest other
 * ones are hidden too until they have five people. `counts` add up to a base that is shown; of a base of fewer than five nothing is.
 */
export function suppress(counts: readonly number[]): (number | null)[] {
  const hidden = counts.map(isSmall)
  if (isSmall(sum(counts))) return counts.map(() => null)
  const people = () => sum(counts.filter((_, at) => hidden[at]))
  while (isSmall(people())) {
    const [next] = counts
      .flatMap((size, at) => (size > 0 && !hidden[at] ? { size, at } : []))
      .sort((one, other) => one.size - other.size)
    if (!next) break
    hidden[next.at] = true
  }
  return counts.map((count, at) => (hidden[at] ? null : count))
}

/** The same by name, in any order. */
export function suppressNamed(counts: ReadonlyMap<string, number>): Map<string, number | null> {
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
  const shown = suppress(sorted.map(([, count]) => count))
  return new Map(sorted.map(([name], at) => [name, shown[at] ?? null]))
}

/** Of several choices each is a question of its own: those who chose it, and those who did not. */
export function suppressChoices(counts: readonly number[], base: number): (number | null)[] {
  return counts.map((count) => (isSmall(base) || isSmall(count) || isSmall(base - count) ? null : count))
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const rowsOf = (columns: readonly (readonly number[])[]) =>
  (columns[0] ?? []).map((_, row) => columns.map((cells) => cells[row] ?? 0))

/** Who gave no answer to a question that others did: their number is known from the bases, and needs no hiding. */
export const UNANSWERED = ''

/** One side of a table: its answers, and those whose number its own page hides. */
export type Side = { names: readonly string[]; hidden: ReadonlySet<string> }

/**
 * Hide small counts of a table of `lines`, and the smallest other counts, zeros among them, from which they would follow. Null: nothing of the
 * table can be shown. Everyone is in one cell, those without an answer among them.
 */
export function suppressTable(
  counts: readonly (readonly number[])[],
  { lines: ownLines, places }: { lines: Side; places: Side },
): (number | null)[][] | null {
  const isHiddenSum = ({ names, hidden }: Side, at: number, total: number) =>
    hidden.has(names[at] ?? '') || (names[at] !== UNANSWERED && isSmall(total))
  const sums = counts.map(sum)
  const totals = rowsOf(counts).map(sum)
  const people = sum(sums)
  const small: Small[] = []
  // Sums are cells too, counted from the other end, so that the sum of every line is known.
  const edge = (total: number, isHidden: boolean, where: { line: number; place: number }): Cell => {
    if (isHidden && isSmall(total)) small.push({ ...where, count: total, isEdge: true })
    return { count: people - total, isHidden, cost: Number.POSITIVE_INFINITY }
  }
  const lines: Cell[][] = counts.map((cells, line) => [
    ...cells.map((count, place) => {
      const isFree = ownLines.names[line] === UNANSWERED || places.names[place] === UNANSWERED
      if (!isFree && isSmall(count)) small.push({ line, place, count, isEdge: false })
      return { count, isHidden: !isFree && isSmall(count), cost: isFree ? LAST : count + 1 }
    }),
    edge(sums[line] ?? 0, isHiddenSum(ownLines, line, sums[line] ?? 0), { line, place: totals.length }),
  ])
  lines.push([
    ...totals.map((total, place) =>
      edge(total, isHiddenSum(places, place, total), { line: sums.length, place }),
    ),
    edge(people, false, { line: sums.length, place: totals.length }),
  ])
  if (isSmall(people) || !small.every((cell) => makeRoom(lines, cell))) return null
  return counts.map((cells, at) => cells.map((count, place) => (lines[at]?.[place]?.isHidden ? null : count)))
}

/** Hidden only if nothing else is left: with them goes the base of their line. */
const LAST = 1e9

type Cell = { count: number; isHidden: boolean; cost: number }

type Small = { count: number; line: number; place: number; isEdge: boolean }
type Step = { line: number; place: number; by: 1 | -1 }

/**
 * Hide more cells until this one could be five or more: people move along the cheapest ring of hidden cells, in turn one more and one less,
 * so that no sum changes (a minimum-cost flow). Returns whether there is such a ring.
 */
function makeRoom(lines: Cell[][], { count, line, place, isEdge }: Small): boolean {
  const moved = lines.map((cells) => cells.map((cell) => cell.count))
  let missing = SMALLEST_CELL - count
  while (missing > 0) {
    const ring = findRing({ lines, moved }, { line, place, isEdge })
    if (!ring) return false
    const lost = ring.filter(({ by }) => by < 0).map((step) => moved[step.line]?.[step.place] ?? 0)
    // A count from the other end becomes smaller itself.
    const room = Math.min(missing, ...lost, ...(isEdge ? [moved[line]?.[place] ?? 0] : []))
    if (room === 0) return false
    for (const step of [...ring, { line, place, by: isEdge ? -1 : 1 } as const]) {
      const cells = moved[step.line] ?? []
      cells[step.place] = (cells[step.place] ?? 0) + step.by * room
      const cell = lines[step.line]?.[step.place]
      if (cell) cell.isHidden = true
    }
    missing -= room
  }
  return true
}

type Grid = { lines: readonly (readonly Cell[])[]; moved: readonly (readonly number[])[] }

/** The cheapest way between a cell's line and its place (Dijkstra): a line gives people away, a place gets them. */
function findRing({ lines, moved }: Grid, cell: Omit<Small, 'count'>): Step[] | null {
  const size = lines.length + (lines[0]?.length ?? 0)
  const [start, goal] = cell.isEdge
    ? [lines.length + cell.place, cell.line]
    : [cell.line, lines.length + cell.place]
  const costs = Array.from({ length: size }, (_, node) => (node === start ? 0 : Number.POSITIVE_INFINITY))
  const came: (Step & { from: number })[] = []
  const open = new Set(costs.keys())
  while (open.has(goal)) {
    let node = goal
    for (const other of open) if ((costs[other] ?? 0) < (costs[node] ?? 0)) node = other
    if (node === goal) break
    open.delete(node)
    for (const to of open) {
      const gives = node < lines.length
      if (gives === to < lines.length) continue
      const step = gives
        ? { line: node, place: to - lines.length, by: -1 as const }
        : { line: to, place: node - lines.length, by: 1 as const }
      if (step.line === cell.line && step.place === cell.place) continue
      if (gives && (moved[step.line]?.[step.place] ?? 0) === 0) continue
      const found = lines[step.line]?.[step.place]
      const cost = (costs[node] ?? 0) + (found?.isHidden ? 0.001 : (found?.cost ?? Number.POSITIVE_INFINITY))
      if (cost < (costs[to] ?? 0)) {
        costs[to] = cost
        came[to] = { ...step, from: node }
      }
    }
  }
  if (costs[goal] === Number.POSITIVE_INFINITY) return null
  const ring: Step[] = []
  for (let at = goal; at !== start; ) {
    const step = came[at]
    if (!step) return null
    ring.push(step)
    at = step.from
  }
  return ring
}

/** `isRaw`: the reader may see what single people answered. `isCharged`: only answers that the survey's client pays for. */
export type Reader = { isRaw: boolean; isCharged?: boolean }

/** `countedAt`: when answers last joined the counts. Null: they are counted as they come, or none are yet. */
type Disclosed = { asked: Respondents; countedAt: Date | null }

/**
 * Choose whose answers a reader counts. Someone who may not see single answers could read a page before and after one more person, and so
 * learn what this person answered. For them people join and leave the counts at least five at a time (decision 93).
 * @throws AppError INVALID_INPUT if they ask for answers that wait or were rejected
 */
export async function discloseAnswers(
  { db }: Pick<Deps, 'db'>,
  { isRaw, isCharged = false }: Reader,
  { parts, ...filter }: Respondents & { parts: readonly (number | null)[] },
): Promise<Disclosed> {
  const wanted: Respondents = { ...filter, isCharged }
  if (isRaw) return { asked: wanted, countedAt: null }
  if (wanted.quality !== 'accepted') throw invalidField('quality', 'QUALITY_NOT_OPEN')
  const audience = isCharged ? 'client' : 'staff'
  // Each version can be read alone, so five people or more of each join.
  for (const version of parts) await disclose(db, { wanted: { ...wanted, version }, audience })
  return {
    asked: { ...wanted, disclosedTo: audience },
    countedAt: await findLastDisclosed(db, { wanted, audience }),
  }
}

async function disclose(db: Db, disclosing: Parameters<typeof joinDisclosure>[1]): Promise<void> {
  if (!isEnough(await countUndisclosed(db, disclosing))) return
  await db.transaction().execute(async (trx) => {
    await lockDisclosure(trx, disclosing.wanted.surveyId)
    const found = await countUndisclosed(trx, disclosing)
    if (found.joining >= SMALLEST_CELL) await joinDisclosure(trx, disclosing)
    if (found.leaving >= SMALLEST_CELL) await leaveDisclosure(trx, disclosing)
  })
}

const isEnough = ({ joining, leaving }: { joining: number; leaving: number }) =>
  joining >= SMALLEST_CELL || leaving >= SMALLEST_CELL

/** The 97.5 % point of the normal distribution: 95 of 100 intervals contain the true value. */
const Z = 1.959963984540054

/** Wilson's interval of a share: unlike the simple one it stays between 0 and 1, and fits small bases. */
export function wilsonInterval(share: number, base: number): { low: number; high: number } {
  const z2 = Z * Z
  const middle = share + z2 / (2 * base)
  const half = Z * Math.sqrt((share * (1 - share)) / base + z2 / (4 * base * base))
  const width = 1 + z2 / base
  return { low: Math.max(0, (middle - half) / width), high: Math.min(1, (middle + half) / width) }
}

type Weighed = { value: number; weight: number }

/** Mean and standard deviation of a sample; the interval of the mean is the normal one. `base`: people who count. */
export function meanOf(values: readonly Weighed[], base: number) {
  const sum = values.reduce((total, { weight }) => total + weight, 0)
  const mean = values.reduce((total, { value, weight }) => total + value * weight, 0) / sum
  const squares = values.reduce((total, { value, weight }) => total + weight * (value - mean) ** 2, 0)
  const deviation = base > 1 ? Math.sqrt((squares / sum) * (base / (base - 1))) : 0
  return spread({ mean, deviation }, base)
}

export function spread({ mean, deviation }: { mean: number; deviation: number }, base: number) {
  const half = (Z * deviation) / Math.sqrt(base)
  return { mean, deviation, low: mean - half, high: mean + half }
}

export type Column = { count: number; base: number }

/**
 * Whether the share of one column is higher than another's, and not by chance: the two-sided test of two proportions with a pooled
 * variance, without a correction for continuity, as R's `prop.test(correct = FALSE)`.
 */
export function isHigher(one: Column, other: Column): boolean {
  const statistic = compareShares(one, other)
  return statistic > Z
}

/** The statistic of that test: above zero where the first share is higher. Its square is R's. */
export function compareShares(one: Column, other: Column): number {
  const pooled = (one.count + other.count) / (one.base + other.base)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.base + 1 / other.base))
  return error === 0 ? 0 : (one.count / one.base - other.count / other.base) / error
}

/** More different numbers than this are put into ranges. */
const MAX_NUMBERS = 12
const RANGES = 8

type Tally = { people: number; weighed: number }

/** Sort numbers, and put many of them into ranges of equal width: `10 to 19`. What was answered instead of a number comes last. */
export function binNumbers(tallies: ReadonlyMap<string, Tally>): Map<string, Tally> {
  const placeOf = (answer: string) => (isNumber(answer) ? Number(answer) : Number.MAX_VALUE)
  const sorted = [...tallies].sort(([one], [other]) => placeOf(one) - placeOf(other))
  return binBy(sorted, nameBins([...tallies.keys()]))
}

/** Sort days or times, and put many of them into months or hours. */
export function binMoments(tallies: ReadonlyMap<string, Tally>): Map<string, Tally> {
  const sorted = [...tallies].sort(([one], [other]) => (one < other ? -1 : 1))
  return binBy(sorted, nameMoments([...tallies.keys()]))
}

function binBy(sorted: readonly [string, Tally][], nameOf: (value: string) => string): Map<string, Tally> {
  const bins = new Map<string, Tally>()
  for (const [value, { people, weighed }] of sorted) {
    const name = nameOf(value)
    const found = bins.get(name) ?? { people: 0, weighed: 0 }
    bins.set(name, { people: found.people + people, weighed: found.weighed + weighed })
  }
  return bins
}

const isNumber = (answer: string) => answer !== '' && Number.isFinite(Number(answer))

/** Name what the page of a question counts together of its answers: ranges of numbers, and months or hours. */
export function nameAnswers(type: string, values: readonly string[]): (value: string) => string {
  if (type === 'number') return nameBins(values)
  return type === 'date' || type === 'time' || type === 'date-time' ? nameMoments(values) : (value) => value
}

/** Name the month of each of some days, or the hour of each of some times; of few each is its own. */
function nameMoments(values: readonly string[]): (value: string) => string {
  if (new Set(values).size <= MAX_NUMBERS) return (value) => value
  return (value) => (value.includes('-') ? value.slice(0, 7) : `${value.slice(0, 2)}:00`)
}

/** Name the range of each of some numbers; of few each is its own, as is every other answer. */
export function nameBins(values: readonly string[]): (value: string) => string {
  const sorted = [...new Set(values)]
    .filter(isNumber)
    .map(Number)
    .sort((one, other) => one - other)
  if (sorted.length <= MAX_NUMBERS) return (value) => value
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const width = niceWidth((most - least) / RANGES)
  const first = Math.floor(least / width) * width
  return (value) => {
    if (!isNumber(value)) return value
    const from = first + Math.floor((Number(value) - first) / width) * width
    return width === 1 ? String(from) : `${tidy(from)} to under ${tidy(from + width)}`
  }
}

/** 1, 2 or 5 times a power of ten, at least as wide. */
export function niceWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= width) ?? 10)
}

export const tidy = (value: number) => Number(value.toPrecision(10))
