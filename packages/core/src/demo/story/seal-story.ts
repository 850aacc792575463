import { sealPartnerSecret, sealPublicKey } from '../../partners/seal-partner.ts'
import { sealRequest } from '../../partners/seal-request.ts'
import { sealAccount } from '../../payouts/details/seal-account.ts'
import type { Secrets } from '../../secrets/create-secrets.ts'
import { placeOfWebhook } from '../../webhooks/seal-webhook.ts'
import type { createStory } from './create-story.ts'
import { sealDestinations } from './seal-destinations.ts'

type Story = ReturnType<typeof createStory>

/** Seal account numbers, destinations and what the story's partners and webhooks sign with, as the product would have done. */
export function sealStory(secrets: Secrets, { rows, ...story }: Story): Story {
  const { partner, partnerEvent, payoutDetails, webhookEndpoint, withdrawal } = rows
  return {
    ...story,
    rows: {
      ...rows,
      ...sealDestinations(secrets, withdrawal),
      partner: partner.map(({ partnerId = '', publicKey = '', secret = '', ...row }) => ({
        ...row,
        partnerId,
        ...sealPublicKey(secrets, partnerId, publicKey),
        secret: sealPartnerSecret(secrets, partnerId, secret),
      })),
      partnerEvent: partnerEvent.map(({ eventId = '', target, headers, body, ...row }) => ({
        ...row,
        eventId,
        sealed: sealRequest(secrets, eventId, {
          target: target ?? Buffer.alloc(0),
          headers: headers ?? {},
          body: body ?? Buffer.alloc(0),
        }),
      })),
      payoutDetails: payoutDetails.map((row) =>
        sealRow(secrets, row, { table: 'payout_details', id: row.memberId ?? '' }),
      ),
      withdrawal: withdrawal.map((row) =>
        sealRow(secrets, row, { table: 'withdrawal', id: row.withdrawalId ?? '' }),
      ),
      webhookEndpoint: webhookEndpoint.map(({ endpointId = '', secret = '', ...row }) => ({
        ...row,
        endpointId,
        secret: secrets.seal(placeOfWebhook(endpointId), secret),
      })),
    },
  }
}

function sealRow<Row extends { accountNumber?: string | null }>(
  secrets: Secrets,
  row: Row,
  at: Parameters<typeof sealAccount>[1],
): Row {
  const { accountNumber } = row
  if (!accountNumber || accountNumber === 'erased') return row
  return { ...row, ...sealAccount(secrets, at, accountNumber) }
}
