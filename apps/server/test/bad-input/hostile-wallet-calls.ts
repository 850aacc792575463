import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; email: unknown[]; wholeNumber: unknown[]; tooLong: string }

/** Withdrawals by each method. */
export function hostileWalletCalls({
  text,
  email,
  wholeNumber,
  tooLong,
}: Values): Record<string, HostileCall> {
  return {
    withdrawal: {
      who: 'member',
      url: '/api/withdrawals',
      path: 'wallet.requestWithdrawal',
      body: {
        pointsToWithdraw: 1,
        amountKes: 1000,
        withdrawalMethod: 'mpesa',
        mpesaNumber: '0712345678',
        saveDetails: true,
      },
      wrong: {
        pointsToWithdraw: [...wholeNumber, 1.5, 2 ** 53, 1e300, '0x1', '1e0'],
        amountKes: [-1000, 0, 999, 1000.5, 2 ** 53, Number.MAX_VALUE, '1000', null, []],
        saveDetails: ['', 'true', 0, 1, null, [], {}],
        withdrawalMethod: ['', 'cash', 7, null, [], {}, 'MPESA'],
        mpesaNumber: [
          '',
          '0812345678',
          '０８１２３４５６７８',
          '0712345678\0',
          tooLong,
          712345678,
          null,
          [],
          {},
        ],
      },
      optional: ['amountKes', 'saveDetails'],
    },
    'PayPal withdrawal': {
      who: 'member',
      url: '/api/withdrawals',
      path: 'wallet.requestWithdrawal',
      body: { pointsToWithdraw: 1, withdrawalMethod: 'paypal', paypalEmail: 'ann@example.com' },
      wrong: { paypalEmail: email, pointsToWithdraw: wholeNumber },
    },
    'bank withdrawal': {
      who: 'member',
      url: '/api/withdrawals',
      path: 'wallet.requestWithdrawal',
      body: {
        pointsToWithdraw: 1,
        withdrawalMethod: 'bank',
        bankName: 'Equity',
        accountNumber: '0123456789',
        accountName: 'Ann Bee',
      },
      wrong: {
        bankName: text,
        accountName: text,
        accountNumber: ['', '123', 'abcdefgh', '１２３', 12345678, null, tooLong],
      },
    },
  }
}
