import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDb } from './client.ts'
import { applyGrants } from './grants.ts'
import { TABLES } from './tables.ts'
import { addMembers, createTestDb } from './testing.ts'

const { db: owner, serverUrl, close } = await createTestDb({ max: 4, isDamaged: true })
const server = createDb(serverUrl, { max: 2 })
afterAll(async () => {
  await server.destroy()
  await close()
})

const role = decodeURIComponent(new URL(serverUrl).username)

/** One member with two postings, an audit entry, and a withdrawal that was paid after a failed attempt. */
async function givenMoney() {
  const [memberId = ''] = await addMembers(owner, 1)
  const book = (kind: string, points: number, held: number, account: string | null, key: string) =>
    sql`select book_posting(${memberId}, ${kind}, ${points}, ${held}, ${account}, ${key}, 'x', null, null, 'system')`
  await book('survey', 5000, 0, 'rewards', 'survey:1').execute(server)
  await book('hold', -1000, 1000, null, 'hold:1').execute(server)
  const { rows } = await sql<{ withdrawalId: string }>`
    insert into withdrawal (member_id, points, kes_per_point, amount_kes, method, mpesa_number, status, payout_state)
    values (${memberId}, 1000, 1, 1000, 'mpesa', '254712345678', 'approved', 'sent') returning withdrawal_id
  `.execute(server)
  const withdrawalId = rows[0]?.withdrawalId ?? ''
  await sql`
    insert into payout_attempt (member_id, withdrawal_id, attempt_no, provider, state, originator_conversation_id,
      amount_kes, mpesa_number, sending_at)
    select ${memberId}, ${withdrawalId}, no, 'daraja', state, left(md5(${withdrawalId} || no), 20), 1000, '254712345678', now()
    from (values (1, 'failed'), (2, 'sent')) as tried (no, state)
  `.execute(server)
  await sql`update payout_attempt set state = 'paid', receipt = 'QWE1' where attempt_no = 2
    and withdrawal_id = ${withdrawalId}`.execute(server)
  await sql`update withdrawal set status = 'paid', payout_state = 'paid', receipt = 'QWE1', paid_at = now()
    where withdrawal_id = ${withdrawalId}`.execute(server)
  await sql`insert into audit_entry (actor, action, subject) values ('system', 'x', 'database')`.execute(
    server,
  )
  return { memberId, withdrawalId }
}

test('the server’s role has exactly the stated rights', async () => {
  const { rows } = await sql<{ name: string; rights: string }>`
    select c.relname as name, concat_ws(', ', (
      select string_agg(lower(a.privilege_type), ', ' order by lower(a.privilege_type))
      from aclexplode(c.relacl) a where a.grantee = ${role}::regrole
    ), (
      select 'update (' || string_agg(t.attname, ', ' order by t.attnum) || ')'
      from pg_attribute t, aclexplode(t.attacl) a where t.attrelid = c.oid and a.grantee = ${role}::regrole
    )) as rights
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  `.execute(owner)
  const sorted = (rights: string) =>
    rights
      .split(/, (?![^(]*\))/)
      .sort()
      .join(', ')
  const granted = Object.fromEntries(rows.map(({ name, rights }) => [name, sorted(rights)]))
  const stated = Object.entries(TABLES).map(([name, { rights }]) => [name, sorted(rights)])
  expect(granted).toEqual(Object.fromEntries(stated))
})

/** What was paid, filed, agreed, published and imported. */
const EVIDENCE = [
  ...[
    'payout_receipt',
    'payout_correction',
    'bank_batch',
    'bank_batch_step',
    'economy_version',
    'books_check',
  ],
  ...['withholding', 'withholding_reversal', 'tax_class', 'tax_part', 'tax_remittance'],
  ...['provider_statement', 'statement_mapping', 'statement_row', 'statement_entry', 'statement_evidence'],
  ...['partner_invoice_line', 'partner_allocation', 'partner_report', 'questionnaire_version'],
  ...['client_order', 'client_receipt', 'client_dataset', 'client_comment'],
]

test('evidence is neither changed nor removed by the server’s role', async () => {
  for (const table of EVIDENCE) {
    const { rows } = await sql<{ column: string }>`
      select attname as column from pg_attribute where attrelid = ${table}::regclass and attnum = 1
    `.execute(owner)
    const column = sql.ref(rows[0]?.column ?? '')
    for (const change of [
      sql`update ${sql.table(table)} set ${column} = default`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)} cascade`,
    ])
      await expect(change.execute(server)).rejects.toThrow(`permission denied for table ${table}`)
  }
})

test('not even the owner empties the ledger, the books, their seals or the audit log', async () => {
  const guarded = Object.keys(TABLES).filter((table) => TABLES[table]?.guard)
  await sql`grant truncate on all tables in schema public to current_user`.execute(owner)
  for (const table of guarded)
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(owner)).rejects.toThrow(
      'never changed or removed',
    )
})

test('a right that was given by hand is taken back by the next migration', async () => {
  await sql`grant delete on posting to ${sql.id(role)}`.execute(owner)
  await applyGrants(owner, role)
  await expect(sql`delete from posting`.execute(server)).rejects.toThrow(
    'permission denied for table posting',
  )
})

test('the server’s role owns nothing and is a member of nothing', async () => {
  const { rows } = await sql`
    select 'owns' as what from pg_shdepend where refobjid = ${role}::regrole and deptype = 'o'
    union all select 'is a member' from pg_auth_members where member = ${role}::regrole
    union all select 'may more' from pg_roles
      where rolname = ${role} and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)
  `.execute(owner)
  expect(rows).toEqual([])
})

const DENIED = /permission denied|must be owner/
const balances = "set_config('chuma.ledger', 'open', true)"

test.each([
  ['disables a trigger', 'alter table wallet disable trigger user', DENIED],
  [
    'replaces a trigger’s function',
    "create or replace function refuse_change() returns trigger language sql as 'select null'",
    DENIED,
  ],
  ['skips all triggers', 'set session_replication_role = replica', DENIED],
  [
    'sets a balance',
    `with ledger as (select ${balances}) update wallet set available = 99 from ledger`,
    DENIED,
  ],
  [
    'sets the only column it has a right to',
    'update wallet set available_level = 9',
    'can only be updated to DEFAULT',
  ],
  ['sets a day’s points', 'update earning_day set points = 99', DENIED],
  ['rewrites a posting and its chain', "update posting set available_delta = 99, hash = sha256('x')", DENIED],
  ['cuts the newest posting', 'delete from posting where seq = 2', DENIED],
  ['removes a member', 'delete from member', DENIED],
  ['removes a wallet', 'delete from wallet', DENIED],
  ['empties the ledger', 'truncate posting, wallet cascade', DENIED],
  ['deletes audit rows', 'delete from audit_entry', DENIED],
  ['rewrites audit rows', "update audit_entry set actor = 'staff:other'", DENIED],
  ['blots audit rows out', "update audit_entry set reason = 'x'", 'never changed or removed'],
  ['removes seals', 'delete from seal', DENIED],
  ['changes an issued invoice', 'update partner_invoice set total_cents = 1', DENIED],
  ['removes an invoice', 'delete from partner_invoice', DENIED],
  ['changes a booked receipt', 'update partner_receipt set amount_cents = 1', DENIED],
  ['removes a receipt', 'delete from partner_receipt', DENIED],
  [
    'pays a failed attempt of a paid withdrawal',
    "update payout_attempt set state = 'paid', receipt = 'X' where attempt_no = 1",
    'is not paid again',
  ],
  [
    'changes what was paid',
    'update payout_attempt set amount_kes = 9 where attempt_no = 2',
    'a paid attempt is final',
  ],
  [
    'opens a paid attempt',
    "update payout_attempt set state = 'failed' where attempt_no = 2",
    'a paid attempt is final',
  ],
  ['deletes a paid attempt', 'delete from payout_attempt', DENIED],
  [
    'pays a paid withdrawal with a new attempt',
    `insert into payout_attempt select member_id, withdrawal_id, 3, provider,
    'failed', 'another', amount_kes, mpesa_number from payout_attempt where attempt_no = 1`,
    'is not paid again',
  ],
  [
    'posts from a table of its own',
    `create temp table mine (like posting including defaults);
    create trigger mine before insert on mine for each row execute function apply_posting()`,
    'permission denied for function apply_posting',
  ],
])('the server’s role is refused when it %s', async (_, statement, refusal) => {
  await givenMoney()
  await expect(sql.raw(statement).execute(server)).rejects.toThrow(refusal)
})

test('a posting changes the wallet for the server’s role, which may also lock it', async () => {
  const { memberId } = await givenMoney()
  const { rows } =
    await sql`select available, held from wallet where member_id = ${memberId} for update`.execute(server)
  expect(rows).toEqual([{ available: 4000, held: 1000 }])
})

test('a table or function of the caller’s own never takes the place of the ledger’s', async () => {
  const { memberId } = await givenMoney()
  await server.transaction().execute(async (trx) => {
    await sql`create temp table wallet on commit drop as select * from public.wallet`.execute(trx)
    await sql`select book_posting(${memberId}, 'survey', 1, 0, 'rewards', 'survey:2', 'x', null, null, 'system')`.execute(
      trx,
    )
  })
  const { rows } = await sql`select available, seq from public.wallet where member_id = ${memberId}`.execute(
    server,
  )
  expect(rows).toEqual([{ available: 4001, seq: 3 }])
})
