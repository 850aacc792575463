/**
 * Compare two samples with the Mann-Whitney U test. `share`: how often a value of the first exceeds one of the second (ties
 * count half). `probability`: of a share at least this far from one half by chance alone.
 */
export function mannWhitney(first, second) {
  const ranked = rank([...first, ...second])
  const rankSum = ranked.ranks.slice(0, first.length).reduce((sum, value) => sum + value, 0)
  const u = rankSum - (first.length * (first.length + 1)) / 2
  const pairs = first.length * second.length
  const total = first.length + second.length
  const tieCorrection = ranked.ties.reduce((sum, count) => sum + (count ** 3 - count), 0)
  const variance = (pairs / 12) * (total + 1 - tieCorrection / (total * (total - 1)))
  const distance = Math.max(0, Math.abs(u - pairs / 2) - 0.5)
  const z = variance === 0 ? 0 : distance / Math.sqrt(variance)
  return { share: u / pairs, z, probability: Math.min(1, 2 * upperTail(z)) }
}

/** Equal values share the mean of their ranks. */
function rank(values) {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const ranks = new Array(values.length)
  const ties = []
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && order[end].value === order[start].value) end++
    for (const { index } of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2
    ties.push(end - start)
    start = end
  }
  return { ranks, ties }
}

/** The normal distribution's tail by Abramowitz and Stegun 26.2.17, accurate to seven digits. */
function upperTail(z) {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((inner, factor) => (inner + factor) * t, 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
