import { TAX_EARNINGS, type TaxClass, type TaxEarnings, type TaxResidence } from '@chuma/contract/books/tax'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

export type NewTaxClass = Pick<
  TaxClass,
  'earnings' | 'residence' | 'percent' | 'validFrom' | 'reason' | 'decidedBy'
>

/** The class in force on a day: of two for the same day the later decision counts. */
const inForce = sql`order by c.valid_from desc, c.class_id desc limit 1`

export async function insertTaxClass(trx: Trx, row: NewTaxClass): Promise<void> {
  await trx
    .insertInto('taxClass')
    .values({ ...row, payee: 'member' })
    .execute()
}

/** Serialise decisions about classes, until the transaction ends. */
export async function lockTaxClasses(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax-classes'))`.execute(trx)
}

type Row = Omit<TaxClass, 'decidedAt'> & { decidedAt: Date }

/** List classes, those that begin last first. */
export async function listTaxClasses(db: Db, limit = 200): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.class_id, c.earnings, c.residence, c.percent, c.valid_from, c.reason, c.decided_by, c.decided_at,
      c.class_id = (
        select o.class_id from tax_class o
        where o.payee = c.payee and o.residence = c.residence and o.earnings = c.earnings
          and o.valid_from <= business_day(now())
        order by o.valid_from desc, o.class_id desc limit 1
      ) is true as is_in_force
    from tax_class c order by c.valid_from desc, c.class_id desc limit ${limit}
  `.execute(db)
  return rows
}

export type TaxRate = { earnings: TaxEarnings; percent: number }

/** Read today's rate of each kind of earnings for payees of a residence. 0 where no class has begun. */
export async function listRatesFor(db: Db, residence: TaxResidence): Promise<TaxRate[]> {
  const { rows } = await sql<TaxRate>`
    select e.earnings, coalesce((
      select c.percent from tax_class c
      where c.payee = 'member' and c.residence = ${residence} and c.earnings = e.earnings
        and c.valid_from <= business_day(now()) ${inForce}
    ), 0) as percent
    from unnest(${TAX_EARNINGS}::text[]) with ordinality as e (earnings, n) order by e.n
  `.execute(db)
  return rows
}
