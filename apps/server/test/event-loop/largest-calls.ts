import { givenDebt } from '@chuma/core/receivables/testing'
import { writeQuestionnaireCsv } from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { givenDraft } from '@chuma/core/surveys/questionnaire/testing'
import { givenXlsform } from '@chuma/core/surveys/questionnaire/xlsform/testing'
import {
  givenAudit,
  givenBusyMember,
  givenJournal,
  givenLargeSurvey,
  givenPending,
  givenWideSurvey,
} from './large-data.ts'
import { largestQuestionnaire } from './largest-questionnaire.ts'
import type { House, LargeCall } from './open-house.ts'

/** Makes the largest input of a call that is allowed, and what it reads. */
type Make = (house: House) => Promise<LargeCall>

const times = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n))
const six = (n: number) => String(n).padStart(6, '0')

/** A CSV file of as many bytes as are allowed: `fill` more in each row. */
const csvOf = (head: string, rows: readonly string[]) => [head, ...rows].join('\n')

export const IMPORTS: Record<string, Make> = {
  'a statement of M-Pesa': async ({ token }) => {
    const rows = times(
      20_000,
      (n) =>
        `LONG${six(n)},2025-03-0${1 + (n % 9)} 10:00:00,Business Payment to 2547******${n % 900} - ${'Invented Name '.repeat(10)},Completed,,"1,0${10 + (n % 80)}.00","10,000.00"`,
    )
    const head = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'
    const body = { csv: csvOf(head, rows), isDryRun: false }
    return { method: 'POST', path: '/api/admin/reconciliation/statements', token, body }
  },
  'a statement of a bank': async ({ token }) => {
    const rows = times(
      20_000,
      (n) => `0${1 + (n % 9)}/03/2025;EFT-${six(n)} ${'Narrative '.repeat(18)};"2,0${10 + (n % 80)}.00";`,
    )
    const mapping = {
      delimiter: 'semicolon',
      headerRow: 1,
      date: 'Date',
      dateFormat: 'DD/MM/YYYY',
      reference: 'Reference',
      debit: 'Money out',
      credit: 'Money in',
    }
    const csv = csvOf('Date;Reference;Money out;Money in', rows)
    const body = { csv, isDryRun: false, bank: { name: 'KCB', mapping } }
    return { method: 'POST', path: '/api/admin/reconciliation/statements', token, body }
  },
  'a report of a partner': async ({ deps, token }) => {
    const { partnerId } = await givenDebt(deps)
    // Few rows of the most bytes: a batch of rows takes as long as any other, and each costs the database a second.
    const rows = times(
      5_000,
      (n) => `t-${six(n)},1.25,approved,2025-03-0${1 + (n % 9)},${`${'x'.repeat(290)},`.repeat(10)}`,
    )
    const mapping = {
      delimiter: 'comma',
      headerRow: 1,
      transactionId: 'Id',
      amount: 'Usd',
      amountUnit: 'dollars',
      status: 'State',
      approved: 'approved',
      reversed: 'reversed',
      time: 'When',
      dateFormat: 'YYYY-MM-DD',
    }
    const body = { csv: csvOf(`Id,Usd,State,When${',Note'.repeat(11)}`, rows), isDryRun: false, mapping }
    return { method: 'POST', path: `/api/admin/receivables/partners/${partnerId}/reports`, token, body }
  },
  'payments made by hand': async ({ token }) => {
    const rows = times(5_000, (n) => `w-${six(n)},EFT-${six(n)},"2,000.00",${'x'.repeat(170)}`)
    const body = { csv: csvOf('Withdrawal ID,Reference,Amount KES,Note', rows), isDryRun: false }
    return { method: 'POST', path: '/api/admin/payouts/import', token, body }
  },
  'survey offers': async ({ token }) => {
    const rows = times(
      2_000,
      (n) =>
        `Offer ${six(n)},${'About shopping. '.repeat(56)},much,5,lifestyle,Kenya,https://partner.example/${n}`,
    )
    const head = 'Title,Description,Reward USD,Duration,Category,Country,External URL'
    const body = { csv: csvOf(head, rows), isDryRun: false }
    return { method: 'POST', path: '/api/admin/surveys/import', token, body }
  },
  'quiz questions': async ({ token }) => {
    const option = (n: number) => `${'Lake Victoria '.repeat(12)}${n}`
    const rows = times(
      2_000,
      (n) => `${'What is it? '.repeat(35)}${six(n)},${[1, 2, 3, 4].map(option).join(',')},A,yes`,
    )
    const head = 'Question,Option A,Option B,Option C,Option D,Correct answer,Active'
    const body = { csv: csvOf(head, rows), isDryRun: false }
    return { method: 'POST', path: '/api/admin/quizzes/import', token, body }
  },
}

/** As many rows as are read, each with a condition and a constraint, and as many options. In base64. */
function writeLargestForm(): string {
  const rows = Array.from({ length: 1_999 }, (_, n) => n)
  return givenXlsform({
    survey: [
      ['type', 'name', 'label', 'relevant', 'constraint'],
      ...rows.map((n) => [
        n % 2 === 0 ? `select_multiple list_${n % 100}` : 'integer',
        `q${n}`,
        `About ${n}? ${'word '.repeat(20)}`,
        n > 2 ? `\${q${n - 1 - (n % 2)}} > 3 and (selected(\${q${n - 2}}, 'o1') or \${q1} != 7)` : '',
        n % 2 === 0 ? 'count-selected(.) <= 5' : '. >= 0 and . < 1000',
      ]),
    ],
    choices: [
      ['list_name', 'name', 'label'],
      ...Array.from({ length: 4_999 }, (_, n) => [
        `list_${n % 100}`,
        `o${Math.floor(n / 100)}`,
        `Option ${n}`,
      ]),
    ],
  })
}

const withDraft =
  (toCall: (id: string) => Omit<LargeCall, 'token'>): Make =>
  async (house) => ({ ...toCall(await givenDraft(house.db, largestQuestionnaire)), token: house.token })

export const QUESTIONNAIRES: Record<string, Make> = {
  'a questionnaire, saved': withDraft((id) => ({
    method: 'PUT',
    path: `/api/admin/surveys/${id}/questionnaire`,
    body: { version: 1, questionnaire: largestQuestionnaire },
  })),
  'a questionnaire from CSV': withDraft((id) => ({
    method: 'POST',
    path: `/api/admin/surveys/${id}/questionnaire/import`,
    body: { version: 1, csv: writeQuestionnaireCsv(largestQuestionnaire) },
  })),
  'a questionnaire, loaded': withDraft((id) => ({
    method: 'GET',
    path: `/api/admin/surveys/${id}/questionnaire`,
  })),
  'a questionnaire, checked': withDraft((id) => ({
    method: 'GET',
    path: `/api/admin/surveys/${id}/questionnaire/check`,
  })),
  'an XLSForm of 2,000 rows, read': async ({ token }) => ({
    method: 'POST',
    path: '/api/admin/questionnaires/from-xlsform',
    token,
    body: { xlsx: writeLargestForm() },
  }),
  'a questionnaire, written as an XLSForm': async ({ token }) => ({
    method: 'POST',
    path: '/api/admin/questionnaires/to-xlsform',
    token,
    body: { questionnaire: largestQuestionnaire },
  }),
  'a questionnaire, published': withDraft((id) => ({
    method: 'POST',
    path: `/api/admin/surveys/${id}/questionnaire/publish`,
    body: { version: 1 },
  })),
  'a dry run of a questionnaire': withDraft((id) => ({
    method: 'GET',
    path: `/api/admin/surveys/${id}/questionnaire/dry-run`,
  })),
}

/** A call that only reads what was given. */
const reading =
  <Given>(give: (house: House) => Promise<Given>, toPath: (given: Given) => string): Make =>
  async (house) => ({ method: 'GET', path: toPath(await give(house)), token: house.token })

const once = <Given>(give: (house: House) => Promise<Given>) => {
  let given: Promise<Given> | undefined
  return (house: House) => (given ??= give(house))
}
const wide = once(givenWideSurvey)
const client = once(givenLargeSurvey)
const busy = once(givenBusyMember)
const ofMember =
  (path: string): Make =>
  async (house) => ({ method: 'GET', path, token: await busy(house) })
const ofClient =
  (rest: string): Make =>
  async (house) => {
    const { surveyId, token } = await client(house)
    return { method: 'GET', path: `/api/client/surveys/${surveyId}/${rest}`, token }
  }
const ofWide = (rest: string) => reading(wide, (id) => `/api/admin/surveys/${id}/${rest}`)
const nothing = async () => undefined
const month = new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Nairobi' }).format().slice(0, 7)

export const EXPORTS: Record<string, Make> = {
  'what a bulk approval would approve': reading(givenPending, () => '/api/admin/withdrawals/bulk-approve'),
  'a bulk approval': async ({ db, token }) => {
    const rows = await db.selectFrom('withdrawal').select('withdrawalId').limit(1000).execute()
    const ids = rows.map(({ withdrawalId }) => withdrawalId)
    return { method: 'POST', path: '/api/admin/withdrawals/bulk-approve', token, body: { ids } }
  },
  'the audit log as CSV': reading(givenAudit, () => '/api/admin/audit.csv'),
  'the journal as CSV': reading(
    givenJournal,
    () => '/api/admin/books/journal.csv?from=2025-06-01&to=2025-06-01',
  ),
  'survey offers as CSV': reading(nothing, () => '/api/admin/surveys.csv'),
  'quiz questions as CSV': reading(nothing, () => '/api/admin/quizzes.csv'),
  'the postings of a member as CSV': ofMember('/api/activity.csv'),
  'a month of a member as CSV': ofMember(`/api/statements/${month}.csv`),
  'everything about a member': ofMember('/api/account/export'),
  'a questionnaire as CSV': ofWide('questionnaire.csv'),
  'the codebook of a survey': ofWide('codebook.csv'),
  'the answers to a survey for SPSS': ofWide('results.sav'),
  'the answers to a survey as a workbook': ofWide('results.xlsx'),
  'the metadata of a survey as Triple-S': ofWide('triple-s.xml'),
  'the answers to a survey as CSV': ofWide('results.csv'),
  'the answers to a survey as JSON': ofWide('respondents.json'),
  'the answers to a survey as Triple-S': ofWide('triple-s.csv'),
  'the results of a survey': ofWide('results'),
  'a cross-tab of numbers by choices': ofWide('results/cross-tab?rows=101&columns=1'),
  'all tables of a survey': ofWide('results/tables?breaks=1'),
  'all tables of a survey as a workbook': ofWide('tables.xlsx?breaks=1'),
  'the data set of a client': ofClient('dataset.csv'),
  'what a client sees of the data sets': ofClient('datasets'),
  'the results that a client sees': ofClient('results'),
}
