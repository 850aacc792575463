/** Report a measurement beside its yardstick, in the same rounds: `ratio` is yardstick to measured, round by round. */
export function reportRatio(
  name: string,
  unit: string,
  rounds: readonly { measured: number; bare: number }[],
): string {
  const rows = [
    ['here', rounds.map(({ measured }) => measured), unit],
    ['bare', rounds.map(({ bare }) => bare), unit],
    ['bare : here', rounds.map(({ measured, bare }) => bare / measured), 'times'],
  ] as const
  const lines = rows.map(([label, values, what]) => {
    const [least, middle, most] = spread(values).map((value) => value.toFixed(1).padStart(9))
    return `  ${label.padEnd(14)}${least}${middle}${most}  ${what}`
  })
  return [
    `${name.padEnd(16)}${'min'.padStart(9)}${'median'.padStart(9)}${'max'.padStart(9)}`,
    ...lines,
    '',
  ].join('\n')
}

/** Report single measurements. */
export function reportSpread(name: string, unit: string, values: readonly number[]): string {
  const figures = spread(values).map((value) => value.toFixed(1).padStart(9))
  return `${name.padEnd(16)}${figures.join('')}  ${unit}\n`
}

function spread(values: readonly number[]): [number, number, number] {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return [at(0), at(Math.floor(sorted.length / 2)), at(sorted.length - 1)]
}
