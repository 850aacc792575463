import {
  addClientUserInput,
  clientDetail,
  clientIdInput,
  createClientLinkInput,
  createdClientLink,
} from '@chuma/contract/clients/clients'
import { resetClientUser } from '@chuma/core/clients/factor'
import { createClientLink, mailClientLink, revokeClientLink } from '@chuma/core/clients/people/client-links'
import { addClientUser, removeClientUser } from '@chuma/core/clients/people/client-users'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the people of clients, and how they come in. */
export const clientPeopleProcedures = {
  addClientUser: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/clients/:id/users',
        params: { id: 'clientId' },
        summary: 'Add someone of a client',
        description: 'They come in by a link, and can set a password then.',
        status: 201,
        errors: ['NOT_FOUND'],
      },
    })
    .input(addClientUserInput)
    .output(clientDetail)
    .mutation(({ ctx, input }) => addClientUser(ctx.deps, ctx.staff, input)),

  removeClientUser: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/admin/client-users/:id',
        summary: 'Remove someone of a client, and erase what is personal',
        description: 'Their sessions and links end at once.',
      },
    })
    .input(clientIdInput)
    .output(clientDetail)
    .mutation(({ ctx, input }) => removeClientUser(ctx.deps, ctx.staff, input)),

  resetClientUser: staffProcedure('clients:manage', 'critical')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/client-users/:id/reset',
        summary: 'Reset the password and second factor of someone of a client',
        description:
          'Their sessions and links end; a new link lets them in. Waits for a second person where company changes need two.',
        errors: ['APPROVAL_PENDING', 'NOT_FOUND'],
      },
    })
    .input(clientIdInput)
    .output(clientDetail)
    .mutation(({ ctx, input }) => resetClientUser(ctx.deps, ctx.staff, input)),

  createClientLink: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/client-users/:id/links',
        params: { id: 'userId' },
        summary: 'Make a link that signs someone of a client in',
        description: 'Its address is answered once.',
        status: 201,
        errors: ['NOT_FOUND'],
      },
    })
    .input(createClientLinkInput)
    .output(createdClientLink)
    .mutation(({ ctx, input }) => createClientLink(ctx.deps, ctx.staff, input)),

  mailClientLink: staffProcedure('clients:manage', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/client-users/:id/mailed-links',
        params: { id: 'userId' },
        summary: 'Mail someone of a client a link that signs them in',
        description: 'Its address is in the mail alone. A person gets 5 an hour, an organisation 30.',
        errors: ['NOT_FOUND'],
      },
    })
    .input(createClientLinkInput)
    .output(clientDetail)
    .mutation(({ ctx, input }) => mailClientLink(ctx.deps, ctx.staff, input)),

  revokeClientLink: staffProcedure('clients:manage', 'routine')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/admin/client-links/:id',
        summary: 'Revoke a link, and end the sessions that it opened',
        errors: ['ALREADY_DECIDED'],
      },
    })
    .input(clientIdInput)
    .output(clientDetail)
    .mutation(({ ctx, input }) => revokeClientLink(ctx.deps, ctx.staff, input)),
}
