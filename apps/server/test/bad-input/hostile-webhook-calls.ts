import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; tooLong: string }

const id = '00000000-0000-4000-8000-000000000000'

/** Staff calls about webhooks that take a body. */
export function hostileWebhookCalls({ text, tooLong }: Values): Record<string, HostileCall> {
  const body = {
    name: 'Accounts',
    url: 'https://hooks.example/chuma',
    events: ['withdrawal.paid'],
  }
  const wrong = {
    name: text,
    url: [
      ...text,
      ...[
        'https://',
        'hooks.example',
        '//hooks.example/',
        'https:hooks.example',
        `https://a.example/${tooLong}`,
      ],
      ...['javascript:alert(1)', 'file:///etc/passwd', 'http://hooks.example/', 'https://u:p@hooks.example/'],
      ...['https://127.0.0.1/', 'https://2130706433/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'],
      ...['https://169.254.169.254/latest', 'https://localhost/', 'https://hooks.example:22/'],
    ],
    events: [
      ...['', 'withdrawal.paid', 7, null, {}, [], true],
      ...[['nothing'], [7], [null], ['withdrawal.paid', 'withdrawal.paid'], ['webhook.test']],
    ],
  }
  return {
    'new webhook': { who: 'owner', url: '/api/admin/webhooks', path: 'webhooks.createWebhook', body, wrong },
    webhook: {
      who: 'owner',
      method: 'PUT',
      url: `/api/admin/webhooks/${id}`,
      path: 'webhooks.updateWebhook',
      inPath: { id },
      body: { ...body, isActive: true, version: 1 },
      wrong: {
        ...wrong,
        isActive: ['true', '', 0, 1, null, [], {}],
        version: [-1, 0, 0.5, 1e21, '1', null, [], {}, true],
      },
    },
    'replay of what failed': {
      who: 'owner',
      url: `/api/admin/webhooks/${id}/replay`,
      path: 'webhooks.replayFailed',
      inPath: { id },
      body: { since: '2026-01-01T00:00:00Z' },
      wrong: { since: [...text, '2026-01-01', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', 'yesterday'] },
    },
  }
}
