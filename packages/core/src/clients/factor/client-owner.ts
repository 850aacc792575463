import type { CodeOwner } from '@chuma/db/queries/admin/second-factors'

export const clientOwner = (userId: string): CodeOwner => ({ kind: 'client', id: userId })
