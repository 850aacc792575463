import { seconds } from './describe-time.ts'
import type { Result } from './fault.ts'

const HEAD = ['fault', '', 'gap', 'before', 'p50 / p99 before', 'acknowledged', 'lost', 'errors seen']

/** Describe one result while the run continues. */
export function describeResult(result: Result): string {
  const { fault, complaints, notes } = result
  const verdict = complaints.length === 0 ? 'ok' : 'FAILED'
  const more = [...notes, ...complaints.slice(0, 8)].map((line) => `\n      ${line}`).join('')
  return `${fault.id.padEnd(4)} ${verdict.padEnd(6)} ${fault.title} (${fault.bar})\n      ${describeNumbers(result)}${more}`
}

function describeNumbers({ gapMs, baseline, acknowledged, lost, errors }: Result): string {
  const gap =
    gapMs === null
      ? 'no load'
      : `gap ${seconds(gapMs)} (before ${seconds(baseline.gapMs)}, p99 ${describeMs(baseline.p99)} ms)`
  return `${gap}, ${acknowledged} acknowledged, ${lost} lost, errors: ${errors}`
}

/** Describe all results as the table of docs/chaos.md. */
export function describeTable(results: readonly Result[]): string {
  const rows = results.map(({ fault, complaints, gapMs, baseline, acknowledged, lost, errors }) => [
    `${fault.id} ${fault.title}`,
    complaints.length === 0 ? 'ok' : 'FAILED',
    gapMs === null ? '–' : seconds(gapMs),
    gapMs === null ? '–' : seconds(baseline.gapMs),
    gapMs === null ? '–' : `${describeMs(baseline.p50)} / ${describeMs(baseline.p99)} ms`,
    String(acknowledged),
    String(lost),
    errors,
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `\n${[line(HEAD), line(HEAD.map(() => '---')), ...rows.map(line)].join('\n')}`
}

/** Without any success there is no time to show. */
function describeMs(ms: number): string {
  return Number.isNaN(ms) ? '–' : String(Math.round(ms))
}
