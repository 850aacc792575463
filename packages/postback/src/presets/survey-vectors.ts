import { aGet } from '../testing.ts'
import { fullUrl, hmac, md5, SECRET, type Vectors } from './testing.ts'

export const surveyVectors: Vectors = {
  'cpx-research': {
    'a completed survey': {
      request: aGet(
        `status=1&trans_id=tx-1&user_id=c1&amount_local=75&amount_usd=0.75&offer_id=77&type=complete&ip_click=192.0.2.9&secure_hash=${md5(`tx-1-${SECRET}`)}`,
      ),
      says: {
        kind: 'credit',
        transactionId: 'tx-1',
        userRef: 'c1',
        amountUsdMicros: 750_000,
        memberIp: '192.0.2.9',
      },
    },
    'a screen-out': {
      request: aGet(
        `status=1&trans_id=tx-2&user_id=c1&amount_usd=0.01&type=out&secure_hash=${md5(`tx-2-${SECRET}`)}`,
      ),
      says: { kind: 'screenout', amountUsdMicros: 10_000, type: 'out' },
    },
    'a cancelled survey': {
      request: aGet(
        `status=2&trans_id=tx-1&user_id=c1&amount_usd=0.75&type=complete&secure_hash=${md5(`tx-1-${SECRET}`)}`,
      ),
      says: { kind: 'reverse', transactionId: 'tx-1', originalTransactionId: 'tx-1' },
    },
  },
  bitlabs: {
    'a completed survey': {
      request: fullUrl(
        'uid=c1&tx=T1&usd=1.2&currency=120&ref=&type=COMPLETE&state=[%OFFER:TASK:STATE%]',
        'hash',
        (url) => hmac('sha1', url).digest('hex'),
      ),
      says: {
        kind: 'credit',
        transactionId: 'T1',
        amountUsdMicros: 1_200_000,
        amountPointsMicros: 120_000_000,
      },
    },
    'a reconciliation below zero': {
      request: fullUrl(
        'uid=c1&tx=T9&usd=-1.2&currency=-120&ref=T1&type=RECONCILIATION&reason=fraud',
        'hash',
        (url) => hmac('sha1', url).digest('hex'),
      ),
      says: {
        kind: 'reverse',
        transactionId: 'T9',
        originalTransactionId: 'T1',
        amountUsdMicros: 1_200_000,
        reasonCode: 'fraud',
      },
    },
    'a starting bonus, which BitLabs does not pay': {
      request: fullUrl('uid=c1&tx=T2&usd=0&type=START_BONUS', 'hash', (url) =>
        hmac('sha1', url).digest('hex'),
      ),
      says: { kind: 'info' },
    },
    'an offer on its way': {
      request: fullUrl('uid=c1&tx=o1&usd=2.5&type=&survey_type=[%TYPE%]&state=PENDING', 'hash', (url) =>
        hmac('sha1', url).digest('hex'),
      ),
      says: { kind: 'pending', transactionId: 'o1', amountUsdMicros: 2_500_000 },
    },
  },
  theoremreach: {
    'a completed survey': {
      request: fullUrl(
        'user_id=c1&app_id=9&reward=25&status=1&currency=0.31&screenout=2&profiler=2&tx_id=a5',
        'hash',
        (url) =>
          hmac('sha1', url).digest('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      ),
      says: { kind: 'credit', transactionId: 'a5', amountUsdMicros: 310_000 },
    },
    'a reversal': {
      request: fullUrl('user_id=c1&reward=25&currency=0.31&tx_id=a5&reversal=true', 'hash', (url) =>
        hmac('sha1', url).digest('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      ),
      says: { kind: 'reverse', originalTransactionId: 'a5' },
    },
    'a call of its debugger': {
      request: fullUrl('user_id=c1&reward=25&currency=0.31&tx_id=a6&debug=true', 'hash', (url) =>
        hmac('sha1', url).digest('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      ),
      says: { kind: 'test', isTest: true },
    },
  },
  pollfish: {
    'a completed survey': {
      request: aGet(
        `cpa=30&request_uuid=c1&reward_value=3&status=eligible&term_reason=&timestamp=1463152452308&tx_id=08f3&signature=${encodeURIComponent(hmac('sha1', '30:c1:3:eligible::1463152452308:08f3').digest('base64'))}`,
      ),
      says: { kind: 'credit', userRef: 'c1', transactionId: '08f3', amountUsdMicros: 300_000 },
    },
    'somebody screened out': {
      request: aGet(
        `cpa=0&request_uuid=c1&reward_value=0&status=noteligible&term_reason=quota_full&timestamp=1&tx_id=08f4&signature=${encodeURIComponent(hmac('sha1', '0:c1:0:noteligible:quota_full:1:08f4').digest('base64'))}`,
      ),
      says: { kind: 'screenout', reasonCode: 'quota_full', amountUsdMicros: 0 },
    },
    'a demographic survey, which pays nothing': {
      request: aGet(
        `cpa=0&request_uuid=c1&reward_value=0&status=eligible&term_reason=&timestamp=1&tx_id=08f5&signature=${encodeURIComponent(hmac('sha1', '0:c1:0:eligible::1:08f5').digest('base64'))}`,
      ),
      says: { kind: 'info' },
    },
    'a reconciliation': {
      request: aGet(
        `event=reconciliation&cpa=30&request_uuid=c1&reward_value=3&status=eligible&term_reason=&timestamp=1&tx_id=08f3&signature=${encodeURIComponent(hmac('sha1', '30:c1:3:eligible::1:08f3').digest('base64'))}`,
      ),
      says: { kind: 'reverse', originalTransactionId: '08f3' },
    },
    'a survey in developer mode': {
      request: aGet(
        `cpa=30&request_uuid=c1&reward_value=3&status=eligible&term_reason=&timestamp=1&tx_id=08f6&debug=true&signature=${encodeURIComponent(hmac('sha1', '30:c1:3:eligible::1:08f6').digest('base64'))}`,
      ),
      says: { kind: 'test' },
    },
  },
}
