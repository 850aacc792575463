import type { HostileCall } from './hostile-call.ts'

type Values = { tooLong: string }

/** Codes by text that prove a number. */
export function hostileCodeCalls({ tooLong }: Values): Record<string, HostileCall> {
  const mpesaNumber = [
    '',
    '0812345678',
    '０８１２３４５６７８',
    '0712345678\0',
    tooLong,
    712345678,
    null,
    [],
    {},
  ]
  return {
    'request for a code': {
      who: 'member',
      url: '/api/destinations/codes',
      path: 'wallet.requestDestinationCode',
      body: { mpesaNumber: '0712345678' },
      wrong: { mpesaNumber },
    },
    'code from a text': {
      who: 'member',
      url: '/api/destinations/codes/confirm',
      path: 'wallet.confirmDestinationCode',
      body: { mpesaNumber: '0712345678', code: '123456' },
      wrong: {
        mpesaNumber,
        code: ['', '12345', '1234567', '12345a', '１２３４５', '123456\0', tooLong, 123456, null, [], {}],
      },
    },
  }
}
