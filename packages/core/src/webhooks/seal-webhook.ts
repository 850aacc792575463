import { isLostWith, type Place, type Secrets } from '../secrets/create-secrets.ts'

/** Where an endpoint's secret is stored. */
export const placeOfWebhook = (id: string, column: 'secret' | 'former_secret' = 'secret'): Place => ({
  table: 'webhook_endpoint',
  column,
  id,
})

type Sealed = { endpointId: string; secret: string; formerSecret: string | null }

/** Open the secrets that sign now, newest first. A former one that is lost signs no more. @throws AppError SECRET_LOST */
export function openSigningSecrets(secrets: Secrets, { endpointId, secret, formerSecret }: Sealed): string[] {
  const current = secrets.open(placeOfWebhook(endpointId), secret)
  if (formerSecret === null || isLostWith(secrets, formerSecret)) return [current]
  return [current, secrets.open(placeOfWebhook(endpointId, 'former_secret'), formerSecret)]
}
