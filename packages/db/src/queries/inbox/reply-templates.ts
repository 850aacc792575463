import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

const templateColumns = [
  'templateId as id',
  'name',
  'subject',
  'text',
  'version',
  'updatedBy',
  'updatedAt',
] as const

/** List by name, without retired ones. */
export function listTemplates(db: Db) {
  return db
    .selectFrom('contactTemplate')
    .select(templateColumns)
    .where('retiredAt', 'is', null)
    .orderBy('name')
    .limit(200)
    .execute()
}

type TemplateWords = { name: string; subject: string | null; text: string; updatedBy: string }

/** Undefined when another template has this name. */
export function insertTemplate(trx: Trx, words: TemplateWords) {
  return trx
    .insertInto('contactTemplate')
    .values({ ...words, retiredAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(templateColumns)
    .executeTakeFirst()
}

/** Lock a template, and keep others from being added or renamed: a name found free stays free. */
export async function lockTemplate(trx: Trx, templateId: string) {
  await sql`lock table contact_template in share row exclusive mode`.execute(trx)
  return trx
    .selectFrom('contactTemplate')
    .select(templateColumns)
    .where('templateId', '=', templateId)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()
}

/** Whether a template other than this one has the name. */
export function findTemplateNamed(trx: Trx, { name, besides }: { name: string; besides: string }) {
  return trx
    .selectFrom('contactTemplate')
    .select('templateId')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('templateId', '<>', besides)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()
}

export function updateTemplate(trx: Trx, templateId: string, words: TemplateWords) {
  return trx
    .updateTable('contactTemplate')
    .set({ ...words, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('templateId', '=', templateId)
    .returning(templateColumns)
    .executeTakeFirstOrThrow()
}

/** Retire a template: it is no longer offered; replies written with it stay. */
export function retireTemplate(trx: Trx, templateId: string, updatedBy: string) {
  return trx
    .updateTable('contactTemplate')
    .set({ updatedBy, updatedAt: sql<Date>`now()`, retiredAt: sql<Date>`now()` })
    .where('templateId', '=', templateId)
    .execute()
}
