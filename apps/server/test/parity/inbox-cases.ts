import { type Case, read, type World, write } from './calls.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const answer = { subject: 'Re: A late payout', text: 'It was sent.', version: 1 }

/** What people write to us, what we answer, and the short way to a withdrawal. */
export function inboxCases(owner: { token: string }): Case[] {
  const asOwner = { member: owner } as unknown as World
  const look =
    (rest: string, procedure: string, input: object = {}) =>
    () =>
      read(`/api/admin/${rest}`, `admin.${procedure}`, input)(asOwner)
  const change = (rest: string, procedure: string, body: object, inPath: object = {}) =>
    write(`/api/admin/${rest}`, `admin.${procedure}`, body, {
      input: { ...inPath, ...body },
      token: owner.token,
    })
  const template = { name: 'Late payout', subject: null, text: 'Dear {firstName}' }
  return [
    ['messages', 200, look('messages?status=closed&limit=2', 'listMessages', { status: 'closed', limit: 2 })],
    ['messages of no state', 400, look('messages?status=x', 'listMessages', { status: 'x' })],
    ['messages as a member', 403, read('/api/admin/messages', 'admin.listMessages', {})],
    ['no message', 404, look(`messages/${unknownId}`, 'getMessage', { id: unknownId })],
    [
      'answering no message',
      404,
      change(`messages/${unknownId}/replies`, 'replyToMessage', answer, { id: unknownId }),
    ],
    [
      'closing no message',
      404,
      write(
        `/api/admin/messages/${unknownId}`,
        'admin.setMessageStatus',
        { status: 'closed', version: 1 },
        {
          method: 'PUT',
          input: { status: 'closed', version: 1, id: unknownId },
          token: owner.token,
        },
      ),
    ],
    ['templates', 200, look('reply-templates', 'listReplyTemplates')],
    ['templates as a member', 403, read('/api/admin/reply-templates', 'admin.listReplyTemplates')],
    [
      'a template without words',
      400,
      change('reply-templates', 'createReplyTemplate', { ...template, text: ' ' }),
    ],
    [
      'changing no template',
      404,
      write(
        `/api/admin/reply-templates/${unknownId}`,
        'admin.updateReplyTemplate',
        { ...template, version: 1 },
        { method: 'PUT', input: { ...template, version: 1, id: unknownId }, token: owner.token },
      ),
    ],
    [
      'retiring no template',
      404,
      write(`/api/admin/reply-templates/${unknownId}`, 'admin.retireReplyTemplate', undefined, {
        method: 'DELETE',
        input: { id: unknownId },
        token: owner.token,
      }),
    ],
    [
      'withdrawals found by a number',
      200,
      look('withdrawals/find?q=0712345678', 'findWithdrawals', { q: '0712345678' }),
    ],
    ['withdrawals found by nothing', 400, look('withdrawals/find?q=', 'findWithdrawals', { q: '' })],
    [
      'withdrawals found by a member',
      403,
      read('/api/admin/withdrawals/find?q=x', 'admin.findWithdrawals', { q: 'x' }),
    ],
  ]
}
