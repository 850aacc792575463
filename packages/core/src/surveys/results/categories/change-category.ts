import type { ChangeCategoryInput, CodeFrame } from '@chuma/contract/surveys/answer-categories'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  insertCategory,
  isNameTaken,
  lockCategories,
  renameCategory,
  retireCategory,
} from '@chuma/db/queries/surveys/categories'
import { lockOffer } from '@chuma/db/queries/surveys/survey-offers'
import type { StaffActor } from '../../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../../app-error.ts'
import type { Deps } from '../../../deps.ts'
import { getCodeFrame, requireOpenQuestion } from './get-code-frame.ts'

type Question = Awaited<ReturnType<typeof requireOpenQuestion>>
type Change = ChangeCategoryInput['change']

/**
 * Add, rename, merge or remove a category of an open question. Changes of one survey follow one another, and wait for people who are putting
 * answers into the category.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export function changeCategory(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { change, ...input }: ChangeCategoryInput,
): Promise<CodeFrame> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOffer(trx, input.id))) throw new AppError('SURVEY_NOT_FOUND')
    const question = await requireOpenQuestion(trx, input)
    const changed = await makeChange(trx, question, { change, by: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      address: staff.address,
      action: 'results.category-changed',
      subject: `survey:${input.id}`,
      ...(changed.before && { before: changed.before }),
      after: { version: question.version, questionId: question.questionId, ...change, ...changed.after },
    })
    return getCodeFrame({ db: trx }, input)
  })
}

type Changed = { before?: object; after?: object }

async function makeChange(
  trx: Trx,
  question: Question,
  { change, by }: { change: Change; by: string },
): Promise<Changed> {
  if (change.kind === 'add') {
    await requireFreeName(trx, question, { name: change.name, code: 0 })
    const code = await insertCategory(trx, { ...question, name: change.name, createdBy: by })
    return { after: { code } }
  }
  const codes = change.kind === 'merge' ? [change.code, change.into] : [change.code]
  const found = await lockCategories(trx, question, { codes, isFinal: true })
  const own = found.find(({ code }) => code === change.code)
  if (!own) throw invalidField('change.code', 'CATEGORY_UNKNOWN')
  const before = { code: own.code, name: own.name }
  if (change.kind === 'rename') {
    await requireFreeName(trx, question, change)
    await renameCategory(trx, own.categoryId, change.name)
    return { before }
  }
  if (change.kind === 'remove') {
    return { before, after: { answers: await retireCategory(trx, question, own) } }
  }
  if (change.into === change.code) throw invalidField('change.into', 'REPEATED')
  const into = found.find(({ code }) => code === change.into)
  if (!into) throw invalidField('change.into', 'CATEGORY_UNKNOWN')
  const answers = await retireCategory(trx, question, { categoryId: own.categoryId, into: into.categoryId })
  return { before, after: { answers } }
}

async function requireFreeName(trx: Trx, question: Question, named: { name: string; code: number }) {
  if (await isNameTaken(trx, question, named)) throw invalidField('change.name', 'NAME_TAKEN')
}
