import type { Failure } from '@chuma/contract/errors'
import type { Language } from '@chuma/contract/platform'
import type { Problem } from '@chuma/contract/problems'
import { type Notice, notice } from '@chuma/core/notice'
import type { RetryRefusal } from '@chuma/core/payouts/attempts/refuse-retry'
import type { RowProblem } from '@chuma/core/read-csv'
import { sayFailure, sayNotice, sayProblem } from './words.ts'

/*
 * Adds texts in the reader's language to answers that core gives in codes. Each function knows one kind of answer; none
 * searches data for words.
 */
type Reader = { language?: Language | undefined }
type Worded<Row, Field extends keyof Row, Text = string> = Omit<Row, Field> & { [Name in Field]: Text }

export async function wordMessage<Answer extends { message: Notice }>(
  { language }: Reader,
  answer: Promise<Answer>,
): Promise<Worded<Answer, 'message'>> {
  const { message, ...rest } = await answer
  return { ...rest, message: sayNotice(language, message) }
}

/** The same for an answer whose message is optional. */
export async function wordMessageIfAny<Answer extends { message?: Notice | undefined }>(
  { language }: Reader,
  answer: Promise<Answer>,
): Promise<Worded<Answer, 'message', string | undefined>> {
  const { message, ...rest } = await answer
  return { ...rest, message: message && sayNotice(language, message) }
}

/** Put a closed cell into words. A questionnaire's own reason already is in the reader's language. */
export async function wordScreenOut<Answer extends { screenedOut?: { reason: string } | undefined }>(
  { language }: Reader,
  answer: Promise<Answer>,
): Promise<Answer> {
  const found = await answer
  const code = found.screenedOut && CLOSED.get(found.screenedOut.reason)
  if (!code) return found
  return { ...found, screenedOut: { ...found.screenedOut, reason: sayNotice(language, notice(code)) } }
}

const CLOSED: ReadonlyMap<string, 'QUOTA_FULL' | 'QUOTA_OTHERS'> = new Map([
  ['cell-full', 'QUOTA_FULL'],
  ['outside-quota', 'QUOTA_OTHERS'],
  ['lacks-profile', 'QUOTA_OTHERS'],
])

/** `Duration: Enter whole minutes`. */
export async function wordImport<Row extends { problem: RowProblem | null }, Report extends object>(
  { language }: Reader,
  answer: Promise<Report & { results: Row[] }>,
): Promise<Worded<Report & { results: Row[] }, 'results', Worded<Row, 'problem', string | null>[]>> {
  const { results, ...report } = await answer
  const say = ({ column, problem }: RowProblem) =>
    `${column === null ? '' : `${column}: `}${sayProblem(language, problem)}`
  return {
    ...report,
    results: results.map(({ problem, ...row }) => ({ ...row, problem: problem && say(problem) })),
  }
}

export async function wordStatement<Row extends { problem: Problem }, Report extends object>(
  { language }: Reader,
  answer: Promise<Report & { errors: Row[] }>,
): Promise<Worded<Report & { errors: Row[] }, 'errors', Worded<Row, 'problem'>[]>> {
  const { errors, ...report } = await answer
  return {
    ...report,
    errors: errors.map(({ problem, ...row }) => ({ ...row, problem: sayProblem(language, problem) })),
  }
}

/** Say what the check of a questionnaire found. */
export async function wordIssues<Issue extends { problem: Problem }, Report extends object>(
  { language }: Reader,
  answer: Promise<Report & { issues: Issue[] }>,
): Promise<Omit<Report, 'issues'> & { issues: (Omit<Issue, 'problem'> & { message: string })[] }> {
  const { issues, ...report } = await answer
  return {
    ...report,
    issues: issues.map(({ problem, ...issue }) => ({ ...issue, message: sayProblem(language, problem) })),
  }
}

/** Say what is not taken over from an XLSForm, or not written into one. */
export async function wordRemarks<Remark extends { problem: Problem }, Report extends object>(
  { language }: Reader,
  answer: Promise<Report & { remarks: Remark[] }>,
): Promise<Omit<Report, 'remarks'> & { remarks: (Omit<Remark, 'problem'> & { message: string })[] }> {
  const { remarks, ...report } = await answer
  return {
    ...report,
    remarks: remarks.map(({ problem, ...remark }) => ({ ...remark, message: sayProblem(language, problem) })),
  }
}

type Problematic = { problem: Problem | null }

/** Say what cannot be read in a row of a statement. */
export async function wordRow<Row extends Problematic>(reader: Reader, answer: Promise<Row>) {
  const { problem, ...row } = await answer
  return { ...row, problem: problem && sayProblem(reader.language, problem) }
}

/** The same for a page of them. */
export async function wordRows<Row extends Problematic>(reader: Reader, answer: Promise<Row[]>) {
  return Promise.all((await answer).map((row) => wordRow(reader, Promise.resolve(row))))
}

type Refusal = Failure | Extract<Notice, { code: 'APPROVAL_FAILED' }>

export async function wordApprovals<Row extends { message: Refusal | null }, Report extends object>(
  { language }: Reader,
  answer: Promise<Report & { results: Row[] }>,
): Promise<Worded<Report & { results: Row[] }, 'results', Worded<Row, 'message', string | null>[]>> {
  const { results, ...report } = await answer
  const say = (refusal: Refusal) =>
    refusal.code === 'APPROVAL_FAILED' ? sayNotice(language, refusal) : sayFailure(language, refusal)
  return {
    ...report,
    results: results.map(({ message, ...row }) => ({ ...row, message: message && say(message) })),
  }
}

/** Say why a failed job cannot be retried. */
export async function wordFailedJobs<Job extends { refusal: RetryRefusal | null }>(
  { language }: Reader,
  answer: Promise<Job[]>,
): Promise<Worded<Job, 'refusal', string | null>[]> {
  const jobs = await answer
  return jobs.map(({ refusal, ...job }) => ({
    ...job,
    refusal: refusal && sayFailure(language, { code: 'JOB_STATE', params: { why: refusal } }),
  }))
}
