import { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { QuotaDimension, SaveQuotasInput } from '@chuma/contract/surveys/quotas/quotas'
import type { Db } from '@chuma/db/client'
import { upsertProfileAnswer } from '@chuma/db/queries/profile/profile-answers'
import { sql } from 'kysely'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { publishQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft } from '../questionnaire/testing.ts'
import { givenSurvey } from '../testing.ts'
import { saveQuotas } from './quotas.ts'

const group = (code: string, ...codes: string[]) => ({
  code,
  label: code,
  codes: codes.length > 0 ? codes : [code],
})

export const drinkDimension: QuotaDimension = {
  source: 'question',
  code: 'drink',
  label: 'Drink',
  groups: [group('tea'), group('coffee')],
}
export const sexDimension: QuotaDimension = {
  source: 'profile',
  code: 'sex',
  label: 'Sex',
  groups: [group('female'), group('male')],
}
export const ageDimension: QuotaDimension = {
  source: 'profile',
  code: 'birth_year',
  label: 'Born',
  groups: [group('older', '1970', '1971'), group('younger', '2000', '2001')],
}

const words = (en: string) => ({ en })

/** Asks for one's drink (tea, coffee or water) to screen, and then one more question. */
export const drinks = questionnaire.parse({
  sections: [
    {
      code: 'screening',
      isScreening: true,
      questions: [
        { id: 1, code: 'adult', type: 'yes-no', words: words('Are you 18 or older?') },
        {
          id: 2,
          code: 'drink',
          type: 'multiple-choice',
          words: words('What do you drink?'),
          options: ['tea', 'coffee', 'water'].map((code) => ({ code, words: words(code) })),
          showIf: { '==': [{ var: 'adult' }, 'yes'] },
          endIf: [
            { if: { '==': [{ var: 'drink' }, 'water'] }, outcome: 'screened-out', reason: words('No water') },
          ],
        },
      ],
    },
    {
      code: 'main',
      questions: [{ id: 3, code: 'cups', type: 'number', min: 0, max: 20, words: words('How many cups?') }],
    },
  ],
})

type Plan = Partial<Omit<SaveQuotasInput, 'id' | 'cells'>> & { cells: Record<string, number> }

export function toPlan(id: string, { cells, ...given }: Plan): SaveQuotasInput {
  const targets = Object.entries(cells).map(([name, target]) => ({
    groups: name === '' ? [] : name.split('|'),
    target,
  }))
  return {
    id,
    version: 0,
    dimensions: [drinkDimension],
    total: targets.reduce((sum, { target }) => sum + target, 0),
    softLaunch: null,
    dailyPercent: null,
    holdMinutes: 60,
    ...given,
    cells: targets,
  }
}

type Staffed = { deps: Deps; staff: StaffActor }

/** A survey about drinks that pays 5 points, or 1 to members who are turned away, with quotas. */
export async function givenDrinks({ deps, staff }: Staffed, plan: Plan): Promise<string> {
  const id = await givenDraft(deps.db, drinks)
  await sql`update survey set screen_out_points = 1 where survey_id = ${id}`.execute(deps.db)
  await saveQuotas(deps, staff, toPlan(id, plan))
  await publishQuestionnaire(deps, staff, { id, version: 1 })
  return id
}

const system = { name: 'staff:test', address: null }

/** A survey about drinks with quotas that is not published yet. */
export async function givenQuotas(db: Db, plan: Plan): Promise<string> {
  const id = await givenDraft(db, drinks)
  await saveQuotas({ db }, system, toPlan(id, plan))
  return id
}

/** A survey of four questions whose cells come from the profile alone. */
export async function givenProfileQuota({ deps, staff }: Staffed, plan: Plan): Promise<string> {
  const id = await givenSurvey(deps.db)
  await sql`update survey set screen_out_points = 1 where survey_id = ${id}`.execute(deps.db)
  await saveQuotas(deps, staff, toPlan(id, { dimensions: [sexDimension], ...plan }))
  return id
}

/** Make members say something about themselves, for a year. */
export function tell(db: Db, memberId: string, attribute: 'sex' | 'birth_year', code: string) {
  return db.transaction().execute((trx) =>
    upsertProfileAnswer(trx, {
      memberId,
      attribute,
      codes: [code],
      months: 12,
      consentVersion: 1,
      source: 'page',
    }),
  )
}

/** Let the places of a survey wait too long. */
export const letPlacesLapse = (db: Db, surveyId: string) =>
  sql`update survey_place set until = now() - interval '1 second' where survey_id = ${surveyId}`.execute(db)
