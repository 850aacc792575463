import { type Case, read, type World, write } from './calls.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

/** The rates, the log of what staff did, and the machine. What succeeds in changing something is in house.test.ts. */
export function houseCases(owner: { token: string }): Case[] {
  const asOwner = { member: owner } as unknown as World
  const look =
    (rest: string, procedure: string, input: object = {}) =>
    () =>
      read(`/api/admin/${rest}`, `admin.${procedure}`, input)(asOwner)
  const change = (body: object) =>
    write('/api/admin/economy', 'admin.changeEconomy', body, { method: 'PUT', token: owner.token })
  const retry = (id: string) =>
    write(`/api/admin/system/failed-jobs/${id}/retry`, 'admin.retryJob', undefined, {
      input: { id },
      token: owner.token,
    })
  const reason = 'Agreed'
  return [
    ['the economy', 200, look('economy', 'getEconomy')],
    ['the economy, as a member', 403, read('/api/admin/economy', 'admin.getEconomy')],
    ['versions of it', 200, look('economy/versions?limit=2', 'listEconomyVersions', { limit: 2 })],
    ['versions after none', 400, look('economy/versions?after=x', 'listEconomyVersions', { after: 'x' })],
    ['a change to an old version', 409, change({ version: 999, changes: { claimDays: 9 }, reason })],
    ['a change without a reason', 400, change({ version: 0, changes: { claimDays: 9 }, reason: ' ' })],
    ['a change of nothing', 400, change({ version: 0, changes: {}, reason })],
    ['a change that does not fit', 400, change({ version: 0, changes: { mpesaMaxKes: 1 }, reason })],
    ['the audit log', 200, look('audit?action=nothing', 'listAudit', { action: 'nothing' })],
    [
      'the audit log between two days',
      200,
      look('audit?from=2026-01-01&to=2026-01-02', 'listAudit', { from: '2026-01-01', to: '2026-01-02' }),
    ],
    ['the audit log of no day', 400, look('audit?from=2026-13-01', 'listAudit', { from: '2026-13-01' })],
    [
      'the audit log of a day before our era',
      400,
      look('audit?to=0000-01-01', 'listAudit', { to: '0000-01-01' }),
    ],
    ['the audit log, as a member', 403, read('/api/admin/audit', 'admin.listAudit', {})],
    ['the audit log as a table', 200, look('audit.csv?action=nothing', 'exportAudit', { action: 'nothing' })],
    ['failed jobs', 200, look('system/failed-jobs?limit=2', 'listFailedJobs', { limit: 2 })],
    ['failed jobs after no id', 400, look('system/failed-jobs?after=x', 'listFailedJobs', { after: 'x' })],
    ['mails', 200, look('system/mails?state=sent', 'listMails', { state: 'sent' })],
    ['mails of no state', 400, look('system/mails?state=lost', 'listMails', { state: 'lost' })],
    ['trying no job again', 404, retry(unknownId)],
    ['trying again what is no id', 400, retry('x')],
    [
      'a check of the ledger, as a member',
      403,
      write('/api/admin/ledger/verify', 'admin.verifyLedger', undefined),
    ],
  ]
}
