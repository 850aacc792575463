import { createHash, createHmac } from 'node:crypto'
import type { PostbackEvent } from './event.ts'
import type { PostbackRequest } from './request.ts'
import { aGet, aPost, BASE, PATH } from './testing.ts'

/** By partner and by what happened. The signatures are calculated by hand: nothing of the package has a part in them. */
type Vectors = Record<string, Record<string, { request: PostbackRequest; says: Partial<PostbackEvent> }>>

export const SECRET = 'K-secret/42+é'

const hash = (name: string, text: string) => createHash(name).update(text).digest('hex')
const md5 = (text: string) => hash('md5', text)
const sha256 = (text: string) => hash('sha256', text)
const hmac = (name: string, text: string) => createHmac(name, SECRET).update(text)

const fullUrl = (query: string, param: string, signature: (url: string) => string) =>
  aGet(`${query}&${param}=${signature(`${BASE}${PATH}?${query}`)}`)

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

export const offerWallVectors: Vectors = {
  'ayet-studios': {
    'an offer with spaces, accents and an asterisk in its name': {
      request: aGet(
        'transaction_id=9&external_identifier=c1&currency_amount=360&payout_usd=0.36&is_chargeback=0&offer_name=Caf%C3%A9%20%2A%20~5',
        {
          headers: {
            'x-ayetstudios-security-hash': hmac(
              'sha256',
              'currency_amount=360&external_identifier=c1&is_chargeback=0&offer_name=Caf%C3%A9+%2A+%7E5&payout_usd=0.36&transaction_id=9',
            ).digest('hex'),
          },
        },
      ),
      says: { kind: 'credit', transactionId: '9', offerName: 'Café * ~5', amountUsdMicros: 360_000 },
    },
    'a chargeback': {
      request: aGet(
        'transaction_id=r-9&external_identifier=c1&currency_amount=-360&payout_usd=-0.36&is_chargeback=1&chargeback_reason=fraud',
        {
          headers: {
            'x-ayetstudios-security-hash': hmac(
              'sha256',
              'chargeback_reason=fraud&currency_amount=-360&external_identifier=c1&is_chargeback=1&payout_usd=-0.36&transaction_id=r-9',
            ).digest('hex'),
          },
        },
      ),
      says: { kind: 'reverse', transactionId: 'r-9', originalTransactionId: '9', amountUsdMicros: 360_000 },
    },
  },
  adgate: {
    'an approved offer': {
      request: aGet('conversion_id=4d6&s1=c1&points=100&payout=1.00&vc_title=Play&state=approved', {
        address: '52.42.57.125',
      }),
      says: { kind: 'credit', transactionId: '4d6', offerName: 'Play', amountUsdMicros: 1_000_000 },
    },
    'a rejected offer': {
      request: aGet('conversion_id=4d6&s1=c1&points=100&payout=1.00&state=rejected', {
        address: '52.42.57.125',
      }),
      says: { kind: 'reverse', originalTransactionId: '4d6' },
    },
    'a step that pays nothing': {
      request: aGet('conversion_id=4d7&s1=c1&points=0&payout=0&event_id=5&state=approved', {
        address: '52.42.57.125',
      }),
      says: { kind: 'info', type: '5' },
    },
  },
  adgem: {
    'an offer': {
      request: fullUrl(
        'player_id=c1&transaction_id=g1&amount=50&payout=0.5&campaign_id=3&request_id=r&timestamp=1',
        'verifier',
        (url) => hmac('sha256', url).digest('hex'),
      ),
      says: { kind: 'credit', transactionId: 'g1', offerId: '3', amountUsdMicros: 500_000 },
    },
  },
  lootably: {
    'an offer': {
      request: aGet(
        `userID=c1&transactionID=l1&ip=192.0.2.9&revenue=0.01&currencyReward=1&status=1&hash=${sha256(`c1192.0.2.90.011${SECRET}`)}`,
      ),
      says: { kind: 'credit', transactionId: 'l1', amountUsdMicros: 10_000 },
    },
    'a chargeback': {
      request: aGet(
        `userID=c1&transactionID=l1&ip=192.0.2.9&revenue=-0.01&currencyReward=-1&status=0&hash=${sha256(`c1192.0.2.9-0.01-1${SECRET}`)}`,
      ),
      says: { kind: 'reverse', originalTransactionId: 'l1', amountUsdMicros: 10_000 },
    },
    'a chargeback with a positive amount': {
      request: aGet(
        `userID=c1&transactionID=l1&ip=192.0.2.9&revenue=0.01&currencyReward=1&status=0&hash=${sha256(`c1192.0.2.90.011${SECRET}`)}`,
      ),
      says: { kind: 'reverse', originalTransactionId: 'l1', amountUsdMicros: 10_000 },
    },
  },
  torox: {
    'an offer': {
      request: aGet(`id=t1&oid=77&user_id=c1&amount=100&payout=1&sig=${md5(`77-c1-${SECRET}`)}`),
      says: { kind: 'credit', transactionId: 't1', offerId: '77', amountUsdMicros: 1_000_000 },
    },
    'a reversal': {
      request: aGet(`id=t1&oid=77&user_id=c1&amount=-100&payout=-1&sig=${md5(`77-c1-${SECRET}`)}`),
      says: { kind: 'reverse', originalTransactionId: 't1', amountUsdMicros: 1_000_000 },
    },
  },
  wannads: {
    'an offer': {
      request: aGet(`subId=c1&transId=w1&reward=50&payout=0.5&status=1&signature=${md5(`c1w150${SECRET}`)}`),
      says: { kind: 'credit', transactionId: 'w1', amountUsdMicros: 500_000 },
    },
    'an offer sent as a form': {
      request: aPost(`subId=c1&transId=w1&reward=50&payout=0.5&status=1`, {
        rawTarget: `${PATH}?signature=${md5(`c1w150${SECRET}`)}`,
      }),
      says: { kind: 'credit', transactionId: 'w1' },
    },
    'a reversal with a positive amount': {
      request: aGet(`subId=c1&transId=w1&reward=50&payout=0.5&status=2&signature=${md5(`c1w150${SECRET}`)}`),
      says: { kind: 'reverse', originalTransactionId: 'w1' },
    },
  },
  tapjoy: {
    'an offer': {
      request: aGet(`snuid=c1&currency=150&mac_address=&id=p1&verifier=${md5(`p1:c1:150:${SECRET}`)}`),
      says: {
        kind: 'credit',
        transactionId: 'p1',
        amountUsdMicros: 1_500_000,
        amountPointsMicros: 150_000_000,
      },
    },
  },
  pubscale: {
    'an offer whose value has decimals': {
      request: aGet(`user_id=c1&value=12.9&token=k1&signature=${md5(`${SECRET}.c1.12.k1`)}`),
      says: { kind: 'credit', transactionId: 'k1', amountUsdMicros: 129_000 },
    },
    'a chargeback': {
      request: aGet(`event=chargeback&user_id=c1&value=12&token=k1&signature=${md5(`${SECRET}.c1.12.k1`)}`),
      says: { kind: 'reverse', originalTransactionId: 'k1' },
    },
  },
  timewall: {
    'a task': {
      request: aGet(
        `userID=c1&transactionID=m1&revenue=0.05&currencyAmount=5&type=credit&hash=${sha256(`c10.05${SECRET}`)}`,
      ),
      says: { kind: 'credit', transactionId: 'm1', amountUsdMicros: 50_000 },
    },
    'a chargeback': {
      request: aGet(
        `userID=c1&transactionID=m2&revenue=-0.05&currencyAmount=-5&type=chargeback&original_txid=m1&hash=${sha256(`c1-0.05${SECRET}`)}`,
      ),
      says: { kind: 'reverse', transactionId: 'm2', originalTransactionId: 'm1', amountUsdMicros: 50_000 },
    },
  },
  superrewards: {
    'an offer': {
      request: aGet(`id=s1&uid=c1&oid=8&new=75&total=900&sig=${md5(`s1:75:c1:${SECRET}`)}`),
      says: { kind: 'credit', transactionId: 's1', amountUsdMicros: 750_000 },
    },
    'a reversal': {
      request: aGet(`id=s1&uid=c1&oid=8&new=-75&total=825&sig=${md5(`s1:-75:c1:${SECRET}`)}`),
      says: { kind: 'reverse', originalTransactionId: 's1', amountUsdMicros: 750_000 },
    },
  },
  kiwiwall: {
    'an offer': {
      request: aGet(`status=1&trans_id=q1&sub_id=c1&gross=0.9&amount=90&signature=${md5(`c1:90:${SECRET}`)}`),
      says: { kind: 'credit', transactionId: 'q1', amountUsdMicros: 900_000 },
    },
    'a reversal': {
      request: aGet(`status=2&trans_id=q1&sub_id=c1&gross=0.9&amount=90&signature=${md5(`c1:90:${SECRET}`)}`),
      says: { kind: 'reverse', amountUsdMicros: 900_000 },
    },
  },
  'adscend-media': {
    'an offer': {
      request: aGet(
        `rate=0.4&sub1=c1&transaction_id=d1&status=1&ip=192.0.2.9&hash=${hmac('md5', 'rate=0.4&sub1=c1&transaction_id=d1&status=1&ip=192.0.2.9').digest('hex')}`,
      ),
      says: { kind: 'credit', transactionId: 'd1', amountUsdMicros: 400_000 },
    },
    'a reversal': {
      request: aGet(
        `rate=0.4&sub1=c1&transaction_id=d1&status=2&hash=${hmac('md5', 'rate=0.4&sub1=c1&transaction_id=d1&status=2').digest('hex')}`,
      ),
      says: { kind: 'reverse', originalTransactionId: 'd1' },
    },
  },
  cpalead: {
    'a lead': {
      request: aGet(`subid=c1&lead_id=e1&payout=0.8&password=${encodeURIComponent(SECRET)}`),
      says: { kind: 'credit', transactionId: 'e1', amountUsdMicros: 800_000 },
    },
    'a reversal': {
      request: aGet(`subid=c1&lead_id=e1&payout=-0.8&password=${encodeURIComponent(SECRET)}`),
      says: { kind: 'reverse', originalTransactionId: 'e1' },
    },
  },
  'signed-link': {
    'an approved sale, its numbers as JSON writes them': {
      request: aPost(
        '{"click_id":"c1","transaction_id":90071992547409931,"amount_usd":1.10,"status":"approved"}',
        {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'x-signature': hmac(
              'sha256',
              '{"click_id":"c1","transaction_id":90071992547409931,"amount_usd":1.10,"status":"approved"}',
            ).digest('hex'),
          },
        },
      ),
      says: { kind: 'credit', transactionId: '90071992547409931', amountUsdMicros: 1_100_000 },
    },
  },
}
