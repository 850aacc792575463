import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenBudget, givenComplete } from '@chuma/core/clients/testing'
import { givenWithdrawal, renameAccount } from '@chuma/core/payouts/testing'
import { completeSurvey } from '@chuma/core/surveys/complete-survey'
import { givenDraft } from '@chuma/core/surveys/questionnaire/testing'
import { givenQuotas } from '@chuma/core/surveys/quotas/testing'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { givenMember } from '@chuma/core/testing'
import { bookEntry } from '@chuma/core/wallet/ledger'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'
import type { createTestApp } from '../../src/testing.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>
type Export = {
  /** Plants a text where this table shows one, and returns the token and address to download it with. */
  plant: (text: string) => Promise<{ token: string; url?: string }>
  /** Its rows are read by programs that end a row at a line break: a break is a space. */
  isOnOneLine?: true
  /** The call that imports the table again, and its answer when nothing in it is new. */
  takenBack?: { url: string; unchanged: (answer: { results: unknown[] }) => boolean }
}

/** List every call that answers a CSV. */
export function listExports({ db, deps, member }: TestApp): Record<string, Export> {
  const asOwner = async () => ({ token: (await givenStaff(deps)).token })
  const post = (memberId: string, text: string) =>
    db.transaction().execute((trx) =>
      insertPosting(trx, {
        memberId,
        kind: 'adjustment',
        availableDelta: 1,
        heldDelta: 0,
        houseAccount: 'adjustments',
        sourceKey: crypto.randomUUID(),
        description: text,
        actor: 'system',
      }),
    )
  const plantPosting = async (text: string) => {
    const { memberId, token } = await member()
    await post(memberId, text)
    return { token }
  }
  const plantForClient = (file: string) => async (text: string) => {
    const { surveyId, token } = await givenBudget(deps)
    for (let at = 0; at < 4; at += 1) await givenComplete(deps, surveyId)
    const answers = { ...goodAnswers, '4': text }
    await completeSurvey(deps, await givenMember(db), { surveyId, answers })
    return { token, url: `/api/client/surveys/${surveyId}/${file}` }
  }
  const isUnchanged = ({ results }: { results: unknown[] }) =>
    results.every((row) => typeof row === 'object' && row && 'outcome' in row && row.outcome === 'unchanged')

  return {
    '/api/activity.csv': { plant: plantPosting },
    '/api/statements/:month.csv': {
      plant: async (text) => {
        const month = new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Nairobi' }).format().slice(0, 7)
        return { ...(await plantPosting(text)), url: `/api/statements/${month}.csv` }
      },
    },
    '/api/client/surveys/:id/dataset.csv': { isOnOneLine: true, plant: plantForClient('dataset.csv') },
    '/api/client/surveys/:id/triple-s.csv': { isOnOneLine: true, plant: plantForClient('triple-s.csv') },
    '/api/client/surveys/:id/codebook.csv': {
      plant: async (text) => {
        const { surveyId, token } = await givenBudget(deps)
        await sql`insert into survey_category (survey_id, question_id, code, name, created_by)
          values (${surveyId}, 4, 1, ${text}, 'staff:test')`.execute(db)
        return { token, url: `/api/client/surveys/${surveyId}/codebook.csv` }
      },
    },
    '/api/admin/books/journal.csv': {
      plant: async (text) => {
        const day = '2026-01-06'
        const lines = [
          { account: 'bank', currency: 'KES', minor: 100 },
          { account: 'cash-clearing', currency: 'KES', minor: -100 },
        ] as const
        const entry = {
          sourceKey: crypto.randomUUID(),
          kind: 'statement-row',
          day,
          description: text,
          lines,
        } as const
        await db.transaction().execute((trx) => bookEntry(trx, entry))
        return { ...(await asOwner()), url: `/api/admin/books/journal.csv?from=${day}&to=${day}` }
      },
    },
    '/api/admin/payouts.csv': {
      plant: async (text) => {
        const { id } = await givenWithdrawal(db, { method: 'bank' })
        await sql`update withdrawal set status = 'approved', payout_state = 'manual' where withdrawal_id = ${id}`.execute(
          db,
        )
        await renameAccount(db, id, text)
        return asOwner()
      },
    },
    '/api/admin/audit.csv': {
      plant: async (text) => {
        await sql`insert into audit_entry (actor, action, subject, reason) values ('system', 'x', 'y', ${text})`.execute(
          db,
        )
        return asOwner()
      },
    },
    '/api/admin/surveys.csv': {
      plant: async (text) => {
        await sql`insert into survey (title, description, reward_usd, duration_minutes, category, kind, questions)
          values (${text}, ${text}, 1, 5, 'lifestyle', 'questions', null)`.execute(db)
        return asOwner()
      },
      takenBack: { url: '/api/admin/surveys/import', unchanged: isUnchanged },
    },
    '/api/admin/surveys/:id/results.csv': {
      isOnOneLine: true,
      plant: async (text) => {
        const surveyId = await givenSurvey(db)
        await completeSurvey(deps, await member(), { surveyId, answers: { ...goodAnswers, '4': text } })
        return { ...(await asOwner()), url: `/api/admin/surveys/${surveyId}/results.csv?quality=all` }
      },
    },
    '/api/admin/surveys/:id/triple-s.csv': {
      isOnOneLine: true,
      plant: async (text) => {
        const surveyId = await givenSurvey(db)
        await completeSurvey(deps, await member(), { surveyId, answers: { ...goodAnswers, '4': text } })
        return { ...(await asOwner()), url: `/api/admin/surveys/${surveyId}/triple-s.csv?quality=all` }
      },
    },
    '/api/admin/surveys/:id/codebook.csv': {
      plant: async (text) => {
        const question = { id: 1, type: 'yes-no' as const, question: text, options: [], required: true }
        const surveyId = await givenSurvey(db, { title: text, questions: [question] })
        return { ...(await asOwner()), url: `/api/admin/surveys/${surveyId}/codebook.csv` }
      },
    },
    '/api/admin/surveys/:id/questionnaire.csv': {
      plant: async (text) => {
        const words = { en: text }
        const question = { id: 1, code: 'a', type: 'text', words, required: true, endIf: [], most: 9 }
        const section = { code: 's', title: words, isScreening: false, endIf: [], questions: [question] }
        const id = await givenDraft(db, { languages: ['en'], sections: [section] } as Questionnaire)
        return { ...(await asOwner()), url: `/api/admin/surveys/${id}/questionnaire.csv` }
      },
    },
    '/api/admin/surveys/:id/quotas.csv': {
      plant: async (text) => {
        const id = await givenQuotas(db, { cells: { tea: 1 } })
        await sql`update survey_cell set groups = array[${text}]::text[] where survey_id = ${id}`.execute(db)
        return { ...(await asOwner()), url: `/api/admin/surveys/${id}/quotas.csv` }
      },
    },
    '/api/admin/quizzes.csv': {
      plant: async (text) => {
        await sql`insert into quiz_question (question, option_a, option_b, option_c, option_d, correct_answer)
          values (${text}, 'a', 'b', 'c', 'd', 'A')`.execute(db)
        return asOwner()
      },
      takenBack: { url: '/api/admin/quizzes/import', unchanged: isUnchanged },
    },
  }
}
