import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; password: unknown[] }

/** A log-in by passkey, and what a member does with their own. */
export function hostilePasskeyCalls({ text, password }: Values): Record<string, HostileCall> {
  const bytes = [...text, 'a b', 'a+b', 'a=', 'ä']
  const signed = { id: 'AQ', clientDataJSON: 'e30', authenticatorData: 'AQ', signature: 'AQ' }
  return {
    'log-in by passkey': {
      url: '/api/auth/passkey',
      path: 'auth.logInWithPasskey',
      body: { ...signed, userHandle: 'AQ' },
      wrong: {
        id: bytes,
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: [...bytes, 'x'.repeat(87)],
        keepAccount: ['true', '', 0, 1, null, [], {}],
      },
    },
    'start of a passkey': {
      who: 'member',
      url: '/api/account/passkeys/start',
      path: 'account.startPasskey',
      body: { password: 'not my password' },
      wrong: { password },
    },
    'new passkey': {
      who: 'member',
      url: '/api/account/passkeys',
      path: 'account.confirmPasskey',
      body: { name: 'Phone', id: 'AQ', clientDataJSON: 'e30', attestationObject: 'AQ', transports: [] },
      wrong: {
        name: [...text, 'x'.repeat(61)],
        id: bytes,
        clientDataJSON: bytes,
        attestationObject: bytes,
        transports: ['usb', ['radio'], null, {}, Array(11).fill('usb')],
      },
    },
  }
}
