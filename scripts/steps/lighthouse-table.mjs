import { CATEGORIES } from './lighthouse-verdict.mjs'

const METRICS = {
  FCP: 'first',
  LCP: 'largest',
  TBT: 'blocked',
  CLS: 'shift',
  scripts: 'scripts',
  bytes: 'bytes',
}

/** Format one Markdown row per page, to be pasted into docs/benchmarks.md. */
export function formatTable(looks) {
  const rows = [
    ['page', ...Object.values(CATEGORIES), ...Object.keys(METRICS), 'machine'],
    ...looks.map(({ page, shown }) => [
      page.reader ? `${page.path} *` : page.path,
      ...Object.keys(CATEGORIES).map((category) => String(shown.scores[category])),
      ...Object.values(METRICS).map((metric) => shown.metrics[metric]),
      String(shown.machine),
    ]),
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`
  const [head, ...body] = rows
  const table = [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('')
  const notes = [
    'machine: how fast this one was just then, by Lighthouse’s own measure. Below 1000, TBT and performance are about it.',
    ...(looks.some(({ page }) => page.reader)
      ? [
          '* Signed in, and noindex on purpose: the audit is-crawlable, which asks for the opposite, is left out.',
        ]
      : []),
  ]
  return `\n${table}${notes.join('\n')}\n`
}

/**
 * Format the blocking time of each page as a part of the yardstick's. What a page without scripts blocks is part of each
 * of them: on a machine where it is much, no page can be far below the yardstick.
 */
export function formatRatios(looks, yardstick, emptyMs) {
  const lines = looks.map(({ page, blockedMs }) => {
    const goal = `goal ${page.blockingRatio}`
    return `${page.path}: ${ratioOf(blockedMs, yardstick.blockedMs)} of the yardstick’s blocking time, ${goal}\n`
  })
  return `
Yardstick (React, router and Mantine with the landing page’s texts): ${Math.round(yardstick.blockedMs)} ms blocked.
A page without scripts: ${Math.round(emptyMs)} ms blocked.
${lines.join('')}`
}

function ratioOf(blockedMs, yardstickMs) {
  return (blockedMs / yardstickMs).toFixed(2)
}
