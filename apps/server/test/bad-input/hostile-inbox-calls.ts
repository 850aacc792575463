import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; tooLong: string }

const id = '00000000-0000-4000-8000-000000000000'

/** Staff calls about contact messages. */
export function hostileInboxCalls({ text: lines, tooLong }: Values): Record<string, HostileCall> {
  const who = 'owner'
  const version = [-1, 0, 0.5, 1e21, '1', null, [], {}, true]
  const words = ['', '  ', `${tooLong}x`, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]
  const injected = 'Hello\u001bBcc: all@example.com'
  const template = { name: 'Late payout', subject: 'About your payout', text: 'Dear {firstName}' }
  const wrong = { name: lines, subject: [...lines.filter((value) => value !== null), injected], text: words }
  return {
    'answer to a message': {
      who,
      url: `/api/admin/messages/${id}/replies`,
      path: 'admin.replyToMessage',
      inPath: { id },
      body: { subject: 'Re: A late payout', text: 'It was sent.', version: 1 },
      wrong: { subject: [...lines, injected], text: words, version },
    },
    'state of a message': {
      who,
      method: 'PUT',
      url: `/api/admin/messages/${id}`,
      path: 'admin.setMessageStatus',
      inPath: { id },
      body: { status: 'closed', version: 1 },
      wrong: { status: ['', 'answered', 'CLOSED', 7, null, [], {}], version },
    },
    'new template': {
      who,
      url: '/api/admin/reply-templates',
      path: 'admin.createReplyTemplate',
      body: template,
      wrong,
      optional: ['subject'],
    },
    template: {
      who,
      method: 'PUT',
      url: `/api/admin/reply-templates/${id}`,
      path: 'admin.updateReplyTemplate',
      inPath: { id },
      body: { ...template, version: 1 },
      wrong: { ...wrong, version },
      optional: ['subject'],
    },
  }
}
