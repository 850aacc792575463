import { adminProof, decideProofBody, listProofsInput, taskIdInput } from '@chuma/contract/tasks/tasks'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { decideProof } from '@chuma/core/tasks/proofs/decide-proof'
import { listProofs } from '@chuma/core/tasks/proofs/list-proofs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

/** Part of the staff's side, whose guard it stands behind. */
export const adminProofsRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/proofs',
    {
      config: { permission: 'proofs:read' },
      schema: {
        tags: ['admin'],
        summary: 'What members handed in, oldest first',
        querystring: listProofsInput,
        response: { 200: z.array(adminProof) },
      },
    },
    (request) => listProofs(deps, request.query),
  )

  app.put(
    '/admin/proofs/:id',
    {
      config: { permission: 'proofs:decide', errors: ['NOT_FOUND', 'PROOF_STATE'] },
      schema: {
        tags: ['admin'],
        summary: 'Approve or reject a proof',
        description: 'A rejection needs a reason; what is decided already is answered with 409.',
        params: taskIdInput,
        body: decideProofBody,
        response: { 200: adminProof },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'proofs:decide')
      return decideProof(deps, staff, { ...request.body, ...request.params })
    },
  )
}
