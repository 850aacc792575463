const MOST_ROUNDS = 500
/** How far a weighted share may be from its target. */
const CLOSE = 1e-10

/** People with the same answers to the questions that have targets. */
export type Cell = { answers: readonly string[]; count: number }
/** For each of these questions the share of each answer. */
export type Margins = readonly Readonly<Record<string, number>>[]

/**
 * Weigh cells so that the shares of each question are its targets: in turn each answer's people get the weight that makes its share
 * right, until all are (raking, iterative proportional fitting). Weights are 1 on average. Null: no weights do that, because nobody gave an
 * answer that has a target, or the targets contradict what was answered together.
 */
export function rake(cells: readonly Cell[], margins: Margins): number[] | null {
  const total = cells.reduce((sum, { count }) => sum + count, 0)
  let weights = cells.map(() => 1)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let furthest = 0
    for (const [question, shares] of margins.entries()) {
      const factors = new Map<string, number>()
      for (const [answer, share] of Object.entries(shares)) {
        const found = sumOf(cells, weights, { question, answer })
        if (found === 0) return null
        furthest = Math.max(furthest, Math.abs(found / total - share))
        factors.set(answer, (share * total) / found)
      }
      weights = weights.map((weight, at) => weight * (factors.get(cells[at]?.answers[question] ?? '') ?? 0))
    }
    if (furthest < CLOSE) return weights
  }
  return null
}

function sumOf(
  cells: readonly Cell[],
  weights: readonly number[],
  { question, answer }: { question: number; answer: string },
): number {
  return cells.reduce(
    (sum, { answers, count }, at) => (answers[question] === answer ? sum + count * (weights[at] ?? 0) : sum),
    0,
  )
}

/** As many people asked at random would say as much (Kish). */
export function effectiveSize(cells: readonly Cell[], weights: readonly number[]): number {
  let [sum, squares] = [0, 0]
  for (const [at, { count }] of cells.entries()) {
    const weight = weights[at] ?? 0
    sum += count * weight
    squares += count * weight * weight
  }
  return squares === 0 ? 0 : (sum * sum) / squares
}
