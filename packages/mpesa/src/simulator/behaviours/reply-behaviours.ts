import { refusals } from '../send-reply.ts'
import type { Behaviour } from './behaviour.ts'

/** Payments whose reply is missing, wrong or a refusal. */
export const replyBehaviours = {
  quota: {
    suffix: '924',
    description: 'First try of an id is refused with 500.003.03; the next one is paid',
    refuseFirst: refusals.quota,
  },
  'duplicate-id': {
    suffix: '925',
    description: 'First try of an id is refused with 500.002.1001 as a duplicate, though nothing is paid',
    refuseFirst: refusals.duplicate,
  },
  'internal-error': {
    suffix: '926',
    description: 'Paid; the reply is 500.002.1001 "System internal error."; the result comes',
    reply: 'internal-error',
  },
  reset: {
    suffix: '927',
    description: 'Paid; the connection is reset instead of a reply; the result comes',
    reply: 'reset',
  },
  'error-500': {
    suffix: '928',
    description: 'Paid; the reply is a 500 that cannot be read; the result comes',
    reply: 'error-500',
  },
  'error-503': {
    suffix: '929',
    description: 'Paid; the reply is an empty 503; the result comes',
    reply: 'error-503',
  },
  'error-503-unpaid': {
    suffix: '930',
    description: 'Not paid and not remembered; the reply is an empty 503; no result',
    reply: 'error-503',
    dropped: true,
  },
  'reply-html': {
    suffix: '931',
    description: 'Paid; the reply is a 200 with a page; the result comes',
    reply: 'html',
  },
  'reply-truncated': {
    suffix: '932',
    description: 'Paid; the reply is cut off in the middle; the result comes',
    reply: 'truncated',
  },
  'reply-empty': {
    suffix: '933',
    description: 'Paid; the reply is an empty 200; the result comes',
    reply: 'empty',
  },
  'reply-wrong-types': {
    suffix: '934',
    description: 'Paid; every value of the reply has another type; the result comes',
    reply: 'wrong-types',
  },
  'reply-huge': {
    suffix: '935',
    description: 'Paid; the reply is right and 2 MB long; the result comes',
    reply: 'huge',
  },
} satisfies Record<string, Behaviour>
