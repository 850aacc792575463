import { type Case, read, type World, write } from './calls.ts'

type Owner = { token: string }
const unknownId = '00000000-0000-4000-8000-000000000000'
const header = 'receipt,amount,number,completed at'
const anonymous = { member: {} } as World

/** The books: a member's own months, what everybody may see, and what staff compare. */
export function bookCases(owner: Owner): Case[] {
  const asOwner = { member: owner } as unknown as World
  const books = (rest: string, procedure: string, input?: object) => () =>
    read(`/api/admin/reconciliation${rest}`, `admin.${procedure}`, input)(asOwner)
  const change = (rest: string, procedure: string, body: object, inPath: object = {}) =>
    write(`/api/admin/reconciliation${rest}`, `admin.${procedure}`, body, {
      input: { ...inPath, ...body },
      token: owner.token,
    })
  const month = new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 7)
  return [
    ['my statement', 200, read(`/api/statements/${month}`, 'wallet.getStatement', { month })],
    [
      'my statement of a month to come',
      400,
      read('/api/statements/2999-01', 'wallet.getStatement', { month: '2999-01' }),
    ],
    [
      'my statement of no month',
      400,
      read('/api/statements/2026-13', 'wallet.getStatement', { month: '2026-13' }),
    ],
    [
      'my statement, signed out',
      401,
      () => read(`/api/statements/${month}`, 'wallet.getStatement', { month })(anonymous),
    ],
    ['what was paid out', 200, () => read('/api/transparency', 'wallet.getTransparency')(anonymous)],
    ['days compared', 200, books('?limit=3', 'listReconciliations', { limit: 3 })],
    ['days compared, as a member', 403, read('/api/admin/reconciliation', 'admin.listReconciliations')],
    ['days compared before no day', 400, books('?before=x', 'listReconciliations', { before: 'x' })],
    ['a day compared', 200, change('', 'reconcileDay', { day: '2026-01-05' })],
    ['a day to come compared', 400, change('', 'reconcileDay', { day: '2999-01-05' })],
    ['differences', 200, books('/differences?state=open', 'listDifferences', { state: 'open' })],
    ['differences of no state', 400, books('/differences?state=x', 'listDifferences', { state: 'x' })],
    [
      'a difference that is not there, resolved',
      404,
      change(`/differences/${unknownId}/resolve`, 'resolveDifference', { note: 'Known.' }, { id: unknownId }),
    ],
    [
      'a statement of the provider tried',
      200,
      change('/statements', 'importStatement', {
        csv: `${header}\nUKK5550001,700,,2026-01-05 10:00:00`,
        isDryRun: true,
      }),
    ],
    [
      'a statement of the provider with wrong rows',
      200,
      change('/statements', 'importStatement', { csv: `${header}\nUKK5550001,x,,2026-01-05 10:00:00` }),
    ],
    ['a statement that is no table', 400, change('/statements', 'importStatement', { csv: 'x' })],
    ['tax by month', 200, books('/tax-months', 'listTaxMonths')],
  ]
}
