import { randomUUID } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findClientLink, insertClientLink } from '@chuma/db/queries/clients/client-links'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { createToken } from '../../auth/create-token.ts'

type NewLink = { userId: string; surveyId: string | null; days: number; mostUses: number }

/** Store a link of someone whom the caller has locked. Only its hash is stored: `path` is known now and never again. */
export async function insertLink(
  trx: Trx,
  staff: Pick<StaffActor, 'name' | 'address'>,
  { organisationId, ...wish }: NewLink & { organisationId: string },
) {
  const linkId = randomUUID()
  const { token, tokenHash } = createToken('o', linkId)
  await insertClientLink(trx, { linkId, tokenHash, ...wish, createdBy: staff.name })
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'client.link-made',
    subject: `client:${organisationId}`,
    after: { linkId, ...wish },
    address: staff.address,
  })
  const link = await findClientLink(trx, linkId)
  if (!link) throw new Error('the link was just made')
  // Behind the `#`, which browsers send to no server: it is in no log.
  return { link, path: `/client/login#${token}` }
}
