import { sealPartnerSecret, sealPublicKey } from '../../partners/seal-partner.ts'
import { sealRequest } from '../../partners/seal-request.ts'
import type { Secrets } from '../../secrets/create-secrets.ts'
import { placeOfWebhook } from '../../webhooks/seal-webhook.ts'
import type { createStory } from './create-story.ts'

type Story = ReturnType<typeof createStory>

/** Seal what the story's partners and webhooks sign with, as the product would have done. */
export function sealStory(secrets: Secrets, { rows, ...story }: Story): Story {
  const { partner, partnerEvent, webhookEndpoint } = rows
  return {
    ...story,
    rows: {
      ...rows,
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
      webhookEndpoint: webhookEndpoint.map(({ endpointId = '', secret = '', ...row }) => ({
        ...row,
        endpointId,
        secret: secrets.seal(placeOfWebhook(endpointId), secret),
      })),
    },
  }
}
