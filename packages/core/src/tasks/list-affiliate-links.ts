import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import type { affiliateLink } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { listLinks } from '@chuma/db/queries/tasks/tasks'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { fillPage } from './fill-page.ts'
import { taskLink } from './task-link.ts'

/** List partners' links for the member's country, newest first. Their addresses come with a click. */
export async function listAffiliateLinks(
  { db }: Deps,
  { memberId }: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<Answer<typeof affiliateLink>[]> {
  const read = (part: Page) => listLinks(db, { ...part, memberId })
  return fillPage(page, read, (row) => (taskLink(row) === null ? null : row))
}
