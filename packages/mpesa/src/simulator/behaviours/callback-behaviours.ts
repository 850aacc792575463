import type { Behaviour } from './behaviour.ts'

/** Payments whose results contradict each other, come in the wrong order or make no sense. */
export const callbackBehaviours = {
  'result-after-status': {
    suffix: '936',
    description: 'Paid; the result comes only after a status query has been answered',
    timing: 'after-status',
  },
  'result-then-timeout': {
    suffix: '937',
    description: 'Paid; the result, then a call to QueueTimeOutURL',
    callbacks: ['result', 'queue-timeout'],
  },
  'success-then-failure': {
    suffix: '938',
    description: 'Paid; the result, then one with code 2040',
    callbacks: ['result', 'failure'],
  },
  'failure-then-success': {
    suffix: '939',
    description: 'Paid; a result with code 2040, then the true one',
    callbacks: ['failure', 'result'],
  },
  'callback-html': {
    suffix: '940',
    description: 'Paid; the result is a page',
    callbacks: ['html'],
  },
  'callback-truncated': {
    suffix: '941',
    description: 'Paid; the result is cut off in the middle',
    callbacks: ['truncated'],
  },
  'callback-empty': {
    suffix: '942',
    description: 'Paid; the result is empty',
    callbacks: ['empty'],
  },
  'callback-wrong-types': {
    suffix: '943',
    description: 'Paid; every value of the result has another type',
    callbacks: ['wrong-types'],
  },
  'callback-huge': {
    suffix: '944',
    description: 'Paid; the result is right and 2 MB long',
    callbacks: ['huge'],
  },
  'extra-keys': {
    suffix: '945',
    description: 'Paid; the result has keys and parameters nobody knows, `__proto__` among them',
    distort: { extraKeys: true },
  },
  'repeated-receipt': {
    suffix: '946',
    description: 'Paid; the result names the receipt of the payment before',
    repeatsReceipt: true,
  },
} satisfies Record<string, Behaviour>
