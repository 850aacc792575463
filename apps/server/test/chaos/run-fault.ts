import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from './book.ts'
import { seconds } from './describe-time.ts'
import type { Fault, How, Outcome, Result } from './fault.ts'
import type { Site } from './open-site.ts'
import { type Lease, QUICK_LEASE } from './start-cluster.ts'

const MEMBERS_READY = 1500
/** Before the fault: how slow this machine is at the moment. */
const BASELINE_MS = 4000
/** At least this long after it: the site has to stay well. */
const AFTER_MS = 3000
const SHORT_MS = 1500

/** Run the load, then the fault, then the checks. */
export async function runFault(site: Site, fault: Fault, { isShort }: How): Promise<Result> {
  const { cluster, members } = site
  await cluster.waitUntilWhole()
  await members.keep(MEMBERS_READY)
  const book = site.openBook()
  const load = fault.isWithoutLoad ? null : site.startLoad()
  const began = performance.now()
  try {
    if (load) await delay(isShort ? SHORT_MS : BASELINE_MS)
    const struck = performance.now()
    const outcome = await fault.strike(site, { isShort }).catch(explainFailure)
    if (load) await delay(isShort ? SHORT_MS : AFTER_MS)
    const ended = performance.now()
    await load?.stop()
    const { lost, broken } = await site.check()
    const gapMs = book.findGap(struck, ended)
    const seen = { lost, broken, gapMs, book }
    const complaints = [
      ...(outcome.complaints ?? []),
      ...judge({ ...fault, maxGapMs: isShort ? undefined : longestGap(fault, cluster.lease) }, seen),
    ]
    return {
      fault,
      complaints,
      lost,
      gapMs: load ? gapMs : null,
      baseline: {
        gapMs: book.findGap(began, struck),
        p50: book.findDelay(0.5, began, struck),
        p99: book.findDelay(0.99, began, struck),
      },
      acknowledged: book.kept.length,
      errors: book.describeErrors(),
      notes: outcome.notes,
    }
  } finally {
    await load?.stop()
  }
}

/** A fault that broke off counts as failed; the others still run. */
function explainFailure(error: unknown): Outcome {
  return { notes: [], complaints: [error instanceof Error ? error.message : String(error)] }
}

function longestGap({ maxGapMs, waitsForLease }: Fault, { ttl }: Lease): number | undefined {
  const longer = waitsForLease ? (ttl - QUICK_LEASE.ttl) * 1000 : 0
  return maxGapMs === undefined ? undefined : maxGapMs + longer
}

type Seen = { lost: number; broken: string[]; gapMs: number; book: Book }

function judge(fault: Fault, { lost, broken, gapMs, book }: Seen): string[] {
  // Lost changes break more: members without their lost points are refused, and the provider paid withdrawals that are gone.
  if (fault.mustLose) return lost > 0 ? [] : ['nothing was lost: the checker is blind']
  const complaints = [...broken]
  const { maxGapMs = Number.POSITIVE_INFINITY } = fault
  if (lost > 0) complaints.push(`${lost} acknowledged and not there`)
  if (gapMs > maxGapMs) complaints.push(`a gap of ${seconds(gapMs)}, the bar is ${seconds(maxGapMs)}`)
  if (fault.mayNotFail && book.countErrors() > 0) complaints.push(`${book.countErrors()} calls failed`)
  return complaints
}
