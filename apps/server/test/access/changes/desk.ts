import type { Deps } from '@chuma/core/deps'
import { createTemplate } from '@chuma/core/inbox/messages'
import { openClaim } from '@chuma/core/partners/claims'
import { listMyClicks } from '@chuma/core/partners/clicks'
import { givenClick } from '@chuma/core/partners/testing'
import { finance, givenWithdrawal } from '@chuma/core/payouts/testing'
import { givenHeld } from '@chuma/core/surveys/reviews/testing'
import type { Db } from '@chuma/db/client'
import { approvalChanges, approvalLooks } from './approvals.ts'
import type { Boss, Changes } from './change.ts'
import { clientLooks } from './clients.ts'
import { givenCluster } from './clusters.ts'
import { givenReview } from './partners.ts'
import { receivableLooks } from './receivables.ts'
import { statementLooks } from './statements.ts'
import { taxLooks } from './tax.ts'

/** A contact message that nobody has read. */
function givenMessage(db: Db) {
  return db
    .insertInto('contactMessage')
    .values({
      memberId: null,
      name: 'Ann Bee',
      email: 'ann@example.com',
      subject: 'A late payout',
      message: 'It has been two days.',
      address: null,
      userAgent: null,
    })
    .returning(['messageId as id', 'version'])
    .executeTakeFirstOrThrow()
}

const newTemplate = () => ({ name: crypto.randomUUID(), subject: null, text: 'Dear {firstName}' })

async function givenTemplate(deps: Deps) {
  const { id, version } = await createTemplate(deps, finance, newTemplate())
  return { id, version }
}

/** For each mutation about messages, templates and approval requests, a call that succeeds. */
export function deskChanges(deps: Deps, boss: Boss): Changes {
  const { db } = deps
  return {
    ...approvalChanges(deps),
    'admin.replyToMessage': async () =>
      boss({ ...(await givenMessage(db)), subject: 'Re: A late payout', text: 'It was sent.' }),
    'admin.setMessageStatus': async () => boss({ ...(await givenMessage(db)), status: 'closed' }),
    'admin.createReplyTemplate': () => boss(newTemplate()),
    'admin.updateReplyTemplate': async () => boss({ ...(await givenTemplate(deps)), ...newTemplate() }),
    'admin.retireReplyTemplate': async () => boss({ id: (await givenTemplate(deps)).id }),
  }
}

/** Reads about partners, claims, messages and approval requests that need an input. */
export function deskLooks(deps: Deps): Record<string, () => Promise<object>> {
  const { db } = deps
  return {
    ...approvalLooks(deps),
    ...receivableLooks(deps),
    ...clientLooks(deps),
    ...statementLooks(deps),
    ...taxLooks(deps),
    'partners.getEvent': async () => {
      const { partnerId, tell } = await givenClick(deps)
      await tell({ kind: 'credit' })
      return db
        .selectFrom('partnerEvent')
        .select('eventId as id')
        .where('partnerId', '=', partnerId)
        .executeTakeFirstOrThrow()
    },
    'partners.listMemberClicks': async () => ({ memberId: (await givenClick(deps)).member.memberId }),
    'partners.getCreditReview': async () => ({ id: await givenReview(deps) }),
    'partners.getClaim': async () => {
      const { member } = await givenClick(deps)
      const [click] = await listMyClicks(deps, member)
      const { id } = await openClaim(deps, member, { clickId: click?.id ?? '', note: '' })
      return { id }
    },
    'admin.getCluster': async () => ({ id: (await givenCluster(deps)).id }),
    'admin.previewCluster': async () => ({ id: (await givenCluster(deps)).id }),
    'admin.getSurveyReview': async () => ({ id: (await givenHeld(deps)).id }),
    'admin.getMessage': async () => ({ id: (await givenMessage(db)).id }),
    'admin.findWithdrawals': async () => ({ q: '0712345678' }),
    'admin.getWithdrawalCase': async () => ({ id: (await givenWithdrawal(db)).id }),
  }
}
