type Allowed = { because: string; path: string; code: string }
type Forbidden = Allowed & { rule: string }

const restricted = 'lint/style/noRestrictedImports'
const undeclared = 'lint/correctness/noUndeclaredDependencies'

/** A value import with its use, so that only the import can break a rule. */
const importing = (name: string, from: string) =>
  `import { ${name} } from '${from}'\nexport const used = [${name}]`
const importingType = (name: string, from: string) =>
  `import type { ${name} } from '${from}'\nexport type Used = ${name}[]`

const forbiddenImports: [because: string, path: string, code: string][] = [
  ['contract a Node module', 'packages/contract/src/node.ts', importing('readFile', 'node:fs/promises')],
  ['contract the database', 'packages/contract/src/db.ts', importingType('Db', '@chuma/db/client')],
  ['contract a library beyond its two', 'packages/contract/src/lib.ts', importing('stringify', 'superjson')],
  ['db the rules above it', 'packages/db/src/core.ts', importing('AppError', '@chuma/core/app-error')],
  ['db a transport', 'packages/db/src/transport.ts', importingType('FastifyInstance', 'fastify')],
  ['core the router', 'packages/core/src/api.ts', importingType('Context', '@chuma/api/context')],
  ['core a leaf', 'packages/core/src/mail.ts', importingType('Mail', '@chuma/mail/send-mail')],
  [
    'core the payment provider',
    'packages/core/src/mpesa.ts',
    importingType('B2c', '@chuma/mpesa/daraja-client'),
  ],
  ['core a transport', 'packages/core/src/trpc.ts', importingType('TRPCError', '@trpc/server')],
  [
    'core the query builder, types included',
    'packages/core/src/kysely.ts',
    importingType('Kysely', 'kysely'),
  ],
  ['core the driver', 'packages/core/src/pg.ts', importingType('Pool', 'pg')],
  ['core the job queue', 'packages/core/src/pg-boss.ts', importingType('Job', 'pg-boss')],
  ['core a test database', 'packages/core/src/testing-db.ts', importing('testDb', '@chuma/db/testing')],
  [
    'a procedure a writing query',
    'packages/api/src/w.ts',
    importing('insertPosting', '@chuma/db/queries/wallet/wallet'),
  ],
  [
    'a procedure every query at once',
    'packages/api/src/all.ts',
    "import * as q from '@chuma/db/queries/wallet/wallet'\nexport const used = q",
  ],
  [
    'a procedure a name that only starts like a read',
    'packages/api/src/g.ts',
    importing('getaway', '@chuma/db/queries/wallet/wallet'),
  ],
  ['a procedure the query builder', 'packages/api/src/sql.ts', importingType('Kysely', 'kysely')],
  ['a procedure the mailer', 'packages/api/src/mail.ts', importing('sendMail', '@chuma/mail/send-mail')],
  [
    'a REST route a writing query',
    'apps/server/src/rest/w.ts',
    importing('lockMember', '@chuma/db/queries/account/members'),
  ],
  ['a REST route the query builder', 'apps/server/src/rest/sql.ts', importingType('Kysely', 'kysely')],
  [
    'a REST route the tRPC router',
    'apps/server/src/rest/trpc.ts',
    importing('appRouter', '@chuma/api/app-router'),
  ],
  ['a job of the server the driver', 'apps/server/src/jobs/pg.ts', importingType('Pool', 'pg')],
  ['mpesa the database', 'packages/mpesa/src/db.ts', importingType('Db', '@chuma/db/client')],
  ['postback the rules', 'packages/postback/src/core.ts', importing('AppError', '@chuma/core/app-error')],
  ['rails the rules', 'packages/rails/src/core.ts', importing('AppError', '@chuma/core/app-error')],
  ['sms the rules', 'packages/sms/src/core.ts', importing('AppError', '@chuma/core/app-error')],
  ['mail the rules', 'packages/mail/src/core.ts', importing('AppError', '@chuma/core/app-error')],
  ['the browser the rules', 'apps/web/src/core.ts', importing('AppError', '@chuma/core/app-error')],
  [
    'the browser more of api than its types',
    'apps/web/src/context.ts',
    importingType('Context', '@chuma/api/context'),
  ],
  [
    'the build of the browser the rules',
    'apps/web/vite.config.ts',
    importing('AppError', '@chuma/core/app-error'),
  ],
  [
    'the client more of api than its types',
    'packages/client/src/context.ts',
    importingType('Context', '@chuma/api/context'),
  ],
  ['the client the rules', 'packages/client/src/cli/core.ts', importing('AppError', '@chuma/core/app-error')],
  ['the client a Node module', 'packages/client/src/node.ts', importing('readFileSync', 'node:fs')],
  ['the browser a Node module', 'apps/web/src/node.ts', importing('readFileSync', 'node:fs')],
  ['a browser test the database', 'apps/e2e/wallet/db.spec.ts', importing('makeDb', '@chuma/db/client')],
]

export const forbiddenSnippets: Forbidden[] = [
  ...forbiddenImports.map(([because, path, code]) => ({ because, path, code, rule: restricted })),
  {
    because: 'the browser the router at run time',
    path: 'apps/web/src/router-value.ts',
    code: importing('appRouter', '@chuma/api/types'),
    rule: undeclared,
  },
  {
    because: 'a test dependency in a rule',
    path: 'packages/core/src/fast-check.ts',
    code: importing('assert', 'fast-check'),
    rule: undeclared,
  },
  {
    because: 'a dependency that nobody declared',
    path: 'packages/core/src/lodash.ts',
    code: importing('sortBy', 'lodash'),
    rule: undeclared,
  },
  {
    because: 'a query outside db',
    path: 'packages/core/src/query.ts',
    code: "export const read = (db: { selectFrom(table: string): unknown }) => db.selectFrom('member')",
    rule: 'plugin',
  },
  {
    because: 'an SQL template outside db',
    path: 'apps/server/src/jobs/sql.ts',
    code: 'export const read = (sql: typeof String.raw) => sql`select 1`',
    rule: 'plugin',
  },
  {
    because: 'the environment outside env.ts',
    path: 'apps/server/src/app.ts',
    code: 'export const port = process.env.PORT',
    rule: 'lint/style/noProcessEnv',
  },
  {
    because: 'a barrel',
    path: 'packages/contract/src/barrel.ts',
    code: "export { used } from './zod.ts'",
    rule: 'lint/performance/noBarrelFile',
  },
  {
    because: 'a cycle',
    path: 'packages/core/src/cycle-a.ts',
    code: "import { b } from './cycle-b.ts'\nexport const a = () => b()",
    rule: 'lint/suspicious/noImportCycles',
  },
  {
    because: 'the other half of a cycle',
    path: 'packages/core/src/cycle-b.ts',
    code: "import { a } from './cycle-a.ts'\nexport const b = (): unknown => a()",
    rule: 'lint/suspicious/noImportCycles',
  },
  {
    because: 'a promise nobody waits for',
    path: 'packages/core/src/floating.ts',
    code: 'async function pay() {}\nexport function approve() {\n  pay()\n}',
    rule: 'lint/nursery/noFloatingPromises',
  },
  {
    because: 'a fourth parameter',
    path: 'packages/core/src/parameters.ts',
    code: 'export const sum = (a: number, b: number, c: number, d: number) => a + b + c + d',
    rule: 'lint/complexity/useMaxParams',
  },
  {
    because: 'a file that is not named in kebab-case',
    path: 'apps/web/src/surveys/SurveyCard.tsx',
    code: 'export const card = 1',
    rule: 'lint/style/useFilenamingConvention',
  },
]

export const allowedSnippets: Allowed[] = [
  {
    because: 'contract use its library',
    path: 'packages/contract/src/zod.ts',
    code: "import * as z from 'zod'\nexport const used = z",
  },
  {
    because: 'db use contract, the query builder and the driver',
    path: 'packages/db/src/queries/wallet/wallet.ts',
    code: "import { postingKind } from '@chuma/contract/wallet/wallet'\nimport { type Kysely, sql } from 'kysely'\nimport pg from 'pg'\nexport const read = (db: Kysely<{ member: object }>) => [db.selectFrom('member'), sql`select 1`, postingKind, pg]",
  },
  {
    because: 'core use contract, a writing query and argon2',
    path: 'packages/core/src/wallet/withdrawals.ts',
    code: "import { withdrawal } from '@chuma/contract/wallet/wallet'\nimport { insertPosting } from '@chuma/db/queries/wallet/wallet'\nimport { hash } from 'argon2'\nexport const used = [withdrawal, insertPosting, hash]",
  },
  {
    because: 'a test of core ask the database itself',
    path: 'packages/core/src/wallet/request-withdrawal.test.ts',
    code: "import { testDb } from '@chuma/db/testing'\nimport { sql } from 'kysely'\nexport const used = [testDb, sql`select 1`]",
  },
  {
    because: 'a procedure read through a query and write through core',
    path: 'packages/api/src/routers/wallet/wallet.ts',
    code: "import { requestWithdrawal } from '@chuma/core/wallet/request-withdrawal'\nimport { findWithdrawal, getBalance, listTransactions } from '@chuma/db/queries/wallet/wallet'\nexport const used = [requestWithdrawal, findWithdrawal, getBalance, listTransactions]",
  },
  {
    because: 'a REST route do the same',
    path: 'apps/server/src/rest/wallet.ts',
    code: "import { requestWithdrawal } from '@chuma/core/wallet/request-withdrawal'\nimport { listTransactions } from '@chuma/db/queries/wallet/wallet'\nimport type { FastifyInstance } from 'fastify'\nexport const used = (app: FastifyInstance) => [app, requestWithdrawal, listTransactions]",
  },
  {
    because: 'the server wire everything together',
    path: 'apps/server/src/main.ts',
    code: "import { appRouter } from '@chuma/api/app-router'\nimport { startEmbedded } from '@chuma/db/embedded'\nimport { sendMail } from '@chuma/mail/send-mail'\nimport { darajaClient } from '@chuma/mpesa/daraja-client'\nimport fastify from 'fastify'\nexport const used = [appRouter, startEmbedded, sendMail, darajaClient, fastify]",
  },
  {
    because: 'env.ts read the environment',
    path: 'apps/server/src/env.ts',
    code: 'export const port = process.env.PORT',
  },
  {
    because: 'a configuration file export a default and read the environment',
    path: 'apps/e2e/playwright.config.ts',
    code: "import { defineConfig } from '@playwright/test'\nexport default defineConfig({ use: { channel: process.env.CHANNEL ?? '' } })",
  },
  {
    because: 'a test take as many parameters as its table has columns',
    path: 'packages/core/src/table.test.ts',
    code: 'export const row = (a: number, b: number, c: number, d: number) => [a, b, c, d, process.env.PORT]',
  },
  { because: 'mpesa use zod', path: 'packages/mpesa/src/zod.ts', code: importing('object', 'zod') },
  {
    because: 'mail use contract',
    path: 'packages/mail/src/c.ts',
    code: importing('brand', '@chuma/contract/brand'),
  },
  {
    because: 'the browser use contract and the types of the router',
    path: 'apps/web/src/trpc.ts',
    code: "import type { AppRouter } from '@chuma/api/types'\nimport { errors } from '@chuma/contract/errors'\nexport const used = errors\nexport type Router = AppRouter",
  },
  {
    because: 'a route carry the name its router needs',
    path: 'apps/web/src/routes/_member/survey.$id.tsx',
    code: 'export const Route = 1',
  },
  {
    because: 'a browser test use Playwright',
    path: 'apps/e2e/wallet/withdraw.spec.ts',
    code: "import { expect, test } from '@playwright/test'\ntest('a member withdraws', ({ page }) => expect(page).toBeTruthy())",
  },
  {
    because: 'a script talk and read the environment',
    path: 'scripts/start.mjs',
    code: 'console.log(process.env.PORT)',
  },
]
