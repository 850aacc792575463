import type { PartnerPreset } from '../partner-preset.ts'
import { offerLimits, repliesOkOrDup } from './starting-values.ts'

export const wannads: PartnerPreset = {
  id: 'wannads',
  label:
    'Wannads family (Wannads, BitsWall, Offeroc, Walloffer, BitcoTasks, Revtoo, AdParagon, Tplayad, DerMoney)',
  secretName: 'Secret key',
  coverageNote:
    'Payout and status are not signed; the reward is. With pointsPerUsd set to the rate of your placement the reward decides. The signed values are joined without a separator.',
  knownAddresses: ['34.250.159.173', '34.244.210.150', '52.212.236.135', '34.251.83.149'],
  urls: [
    {
      purpose: 'Postback URL (the parameters are appended)',
      query: '',
    },
  ],
  click: {
    param: 'userId',
    in: 'query',
    url: 'https://earn.wannads.com/wall?apiKey=[api key]&userId={click}',
  },
  notes: [
    'The known addresses are those of Wannads; the others of the family have their own.',
    'DUP as an answer ends the repeats.',
    'Those who send a form instead of a query: set the location of the signature to body:signature.',
  ],
  scheme: {
    signature: {
      mode: 'template',
      template: '{subId}{transId}{reward}{secret}',
      hash: 'md5',
      keyed: 'plain',
      encoding: 'hex',
      location: 'query:signature',
    },
    fields: {
      user: 'subId',
      transaction: 'transId',
      amountUsd: { param: 'payout', unit: 'dollars' },
      amountPoints: 'reward',
      offerId: 'campaign_id',
      offerName: 'offer_name',
      ip: 'userIp',
      testFlag: 'debug',
    },
    statuses: [{ param: 'status', values: { '1': 'credit', '2': 'reverse' } }],
    amountSign: 'absolute',
    ipAllow: [],
    ...offerLimits,
    replies: repliesOkOrDup,
  },
}
